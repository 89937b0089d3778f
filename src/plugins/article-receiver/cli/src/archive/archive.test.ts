import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { CarriedDelivery, DeliveryRecord } from '../../../shared/deliveries/archive';
import { readArchive } from './read';
import { writeArchive } from './write';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

const carried = (body: Buffer): CarriedDelivery => ({
  record: {
    digest: sha256(body),
    receivedAt: '2026-09-14T09:10:00.123Z',
    acknowledgedAt: null,
    token: 'newsroom',
    remoteAddress: '192.0.2.7',
    userAgent: 'the\nservice "1"',
    duplicates: 2,
    lastDuplicateAt: '2026-09-15T09:10:00.000Z',
    discarded: { at: '2026-09-16T09:10:00.000Z', reason: null },
    deleted: { at: '2026-09-17T09:10:00.000Z', by: 'Edith Editor', documentId: 'abc' },
  },
  body,
});

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('an export', () => {
  let folder: string;
  let file: string;
  const refusal = () =>
    all(readArchive(file)).then(
      () => 'nothing',
      (error: Error) => error.message,
    );

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'article-receiver-archive-'));
    file = join(folder, 'log.gz');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('gives back what it was given, whatever the bytes', async () => {
    const body = fc.uint8Array({ maxLength: 200_000 }).map((bytes) => Buffer.from(bytes));
    await fc.assert(
      fc.asyncProperty(fc.array(body, { maxLength: 6 }), async (bodies) => {
        const deliveries = bodies.map(carried);
        expect(await writeArchive(file, each(deliveries))).toBe(bodies.length);
        expect(await all(readArchive(file))).toEqual(deliveries);
      }),
      { numRuns: 25 },
    );
  });

  it('is read also where a person with a long name deleted an article', async () => {
    const { record, body } = carried(Buffer.from('one'));
    // Strapi takes 255 characters for each of the two names.
    const by = `${'É'.repeat(255)} ${'é'.repeat(255)}`;
    const long = {
      record: { ...record, deleted: record.deleted && { ...record.deleted, by } },
      body,
    };
    await writeArchive(file, each([long]));
    expect(await all(readArchive(file))).toEqual([long]);
  });

  it('is read also where it is from before it said whose article was deleted', async () => {
    const { record, body } = carried(Buffer.from('one'));
    const { deleted, ...older } = record;
    expect(deleted).not.toBeNull();
    await writeArchive(file, each([{ record: older as DeliveryRecord, body }]));
    expect(await all(readArchive(file))).toEqual([{ record: { ...older, deleted: null }, body }]);
  });

  it('is one alone, also where two are written to the same file at once', async () => {
    const [one, two] = ['one', 'two'].map((text) => carried(Buffer.from(text)));
    async function* second() {
      yield await Promise.resolve(two as CarriedDelivery);
    }
    async function* first() {
      yield one as CarriedDelivery;
      await writeArchive(file, second());
      yield one as CarriedDelivery;
    }
    await expect(writeArchive(file, first())).rejects.toThrow(/another export to it was begun/);
    expect(await all(readArchive(file))).toEqual([two]);
  });

  it('is read by its owner alone, whatever an interrupted one left behind', async () => {
    await writeFile(`${file}.part`, 'the one before');
    await writeArchive(file, each([]));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('has its name when it is complete, and only its owner reads it', async () => {
    async function* broken() {
      yield carried(await Promise.resolve(Buffer.from('one')));
      throw new Error('the database is away');
    }
    await expect(writeArchive(file, broken())).rejects.toThrow('the database is away');
    expect(await readdir(folder)).toEqual(['log.gz.part']);
    await writeArchive(file, each([carried(Buffer.from('one'))]));
    expect(await readdir(folder)).toEqual(['log.gz']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it.each<[string, (text: Buffer) => Buffer, RegExp]>([
    [
      'a body was changed',
      (text) => Buffer.from(text.toString('latin1').replace('second', 'Second'), 'latin1'),
      /hashes to [0-9a-f]{64} \(at delivery 2, byte \d+/,
    ],
    [
      'what is known of one was changed',
      (text) => Buffer.from(text.toString().replace('newsroom', 'somebody')),
      /another digest than it has \(at delivery 3, byte \d+/,
    ],
    [
      'one was taken out',
      (text) => Buffer.from(text.toString().replace(/\n\{"delivery"[^\n]*\nsecond\n/, '\n')),
      /speaks of 2 deliveries, not 1/,
    ],
    [
      'it ends early',
      (text) => text.subarray(0, text.length - 60),
      /ends before its end mark.*\(at delivery 3/,
    ],
    [
      'it ends within a body',
      (text) => text.subarray(0, text.indexOf('second') + 3),
      /within a body \(at delivery 2/,
    ],
    [
      'something follows',
      (text) => Buffer.concat([text, Buffer.from('more')]),
      /something follows its end/,
    ],
    [
      'a field is of another kind',
      (text) => Buffer.from(text.toString().replace('"duplicates":2', '"duplicates":"2"')),
      /delivery\.duplicates: .* \(at delivery 1/,
    ],
    [
      'it comes from a later version',
      (text) => Buffer.from(text.toString().replace('export 1', 'export 2')),
      /it says "article-receiver export 2", and this version reads "article-receiver export 1"/,
    ],
    ['it is something else', () => Buffer.from('{"event":"article.ready"}'), /no export of this/],
  ])('is refused where %s, and the place is named', async (_, change, message) => {
    await writeArchive(file, each([carried(Buffer.from('first')), carried(Buffer.from('second'))]));
    await writeFile(file, gzipSync(change(gunzipSync(await readFile(file)))));
    expect(await refusal()).toMatch(message);
  });

  it('is refused where the file is cut off, is not compressed, or is not there', async () => {
    await writeArchive(file, each([carried(Buffer.from('first')), carried(Buffer.from('second'))]));
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length - 20));
    expect(await refusal()).toMatch(/cannot be imported: .*\(at delivery \d/);
    await writeFile(file, '{"event":"article.ready"}');
    expect(await refusal()).toMatch(/no export of this command .*incorrect header check/);
    await rm(file);
    expect(await refusal()).toMatch(/ENOENT/);
  });
});
