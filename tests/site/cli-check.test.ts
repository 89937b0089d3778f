import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, cliWithFewFiles, CONTROLS } from '../support/site/cli';
import { makeDelivery } from '../support/feed/deliveries';
import { arrive, deliveryDetail } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { samples } from '../support/feed/samples';
import { bootSite, type Site } from '../support/site/site';

interface Checked {
  file: string;
  deliveryId: string;
  status: number;
  effect: string | null;
  reason: string | null;
  images: { named: number; usable: number };
  issues: { path: string; message: string }[];
  unknown: string[];
}

const SAMPLES = samples().map(({ file }) => join('examples', 'deliveries', file));
describe('article-receiver check', () => {
  let folder: string;

  const write = async (name: string, body: unknown) => {
    const file = join(folder, name);
    await writeFile(file, Buffer.isBuffer(body) ? body : JSON.stringify(body));
    return file;
  };
  const check = async (...files: string[]) => {
    const { code, stdout } = await cli(['check', ...files, '--json']);
    return { code, ...(JSON.parse(stdout) as { deliveries: Checked[]; summary: object }) };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'article-receiver-check-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('says what becomes of the samples, without a site', async () => {
    const { code, stdout, stderr } = await cli(['check', ...SAMPLES], { cwd: undefined });
    // The last one has a status that waits for a decision.
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout).toMatch(
      /^examples.*01-ready-pour-over\.json {2}202 {2}a draft, \d of \d images/,
    );
    expect(stdout).toMatch(/08.*\.json {2}202 {2}waits for a person/);
    expect(stdout).toMatch(/The status "in_translation" has no effect/);
    expect(stdout).toMatch(/\n7 of 8 without a fault\n$/);
    expect((await cli(['check', ...SAMPLES.slice(0, 7)])).code).toBe(0);
  });

  it('names what is wrong and what was expected', async () => {
    const good = await makeImage({ color: '#aa3311' }, { kind: 'hero', url: 'https://x.io/a.png' });
    const wrongType = { ...good, url: 'https://x.io/b.png', contentType: 'image/jpeg' };
    const broken = { ...good, url: 'https://x.io/c.png', base64: 'AAAA', dataUrl: '' };
    const delivery = makeDelivery({ article: { images: [good, wrongType, broken] } });
    const { code, deliveries, summary } = await check(
      await write('images.json', delivery),
      await write('count.json', makeDelivery({ article: { wordCount: 'many' as never } })),
      await write('untitled.json', { ...delivery, article: { ...delivery.article, title: ' ' } }),
      await write('text.json', Buffer.from('{"event": ')),
      await write('new.json', { ...makeDelivery(), mood: 'good' }),
      await write('ahead.json', makeDelivery({ timestamp: '2099-01-01T00:00:00.000Z' })),
    );
    expect([code, summary]).toEqual([1, { checked: 6, fine: 1 }]);
    const [images, count, untitled, text, grown, ahead] = deliveries;
    expect(images).toMatchObject({ status: 202, images: { named: 3, usable: 2 } });
    expect(images?.issues).toMatchObject([
      {
        path: 'article.images.1.contentType',
        message: 'expected image/jpeg, the image is image/png',
      },
      {
        path: 'article.images.2',
        message: expect.stringContaining('the image was refused: ') as string,
      },
    ]);
    expect(count?.issues).toMatchObject([{ path: 'article.wordCount' }]);
    expect(untitled).toMatchObject({ status: 422, issues: [{ path: 'article.title' }] });
    expect(text).toMatchObject({ status: 400, reason: 'it goes to quarantine' });
    expect(grown).toMatchObject({ status: 202, issues: [], unknown: ['mood'] });
    expect(ahead?.issues).toMatchObject([{ path: 'timestamp' }]);
  });

  it('has exit codes that scripts can use, and keeps a hostile title from the terminal', async () => {
    const [sample = ''] = SAMPLES;
    const codes = [
      await cli(['check', '--help']),
      await cli(['check']),
      await cli(['check', sample, join(folder, 'none.json')]),
    ].map(({ code }) => code);
    expect(codes).toEqual([0, 2, 2]);
    const title = 'Red \u001b[31m and \u202e turned';
    const { stdout } = await cli([
      'check',
      await write('t.json', makeDelivery({ article: { title } })),
    ]);
    expect(stdout).not.toMatch(CONTROLS);
  });

  it('takes more files than may be open at once', async () => {
    const body = makeDelivery();
    const names = Array.from({ length: 500 }, (_, n) => `one-of-many-${n}.json`);
    const files = await Promise.all(names.map((name) => write(name, body)));
    const { code, stdout, stderr } = await cliWithFewFiles(100, ['check', ...files]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/\n500 of 500 without a fault\n$/);
  });

  it('says what a site says', async () => {
    const site: Site = await bootSite();
    const wrong = makeDelivery({
      article: {
        slug: 'No Slug!',
        content: 'Text with <b>HTML</b> and [a link](javascript:alert(1)).',
        heroImageUrl: 'https://x.io/none.png',
        campaignId: 'camp_other',
        tags: Array.from({ length: 251 }, (_, n) => `Tag ${n}`),
        images: [await makeImage({ color: '#11aa33' }, { byteSize: 1 })],
      },
    });
    wrong.article.files.jsonLd.content = '{not json';
    const named = ({ issues }: Pick<Checked, 'issues'>) =>
      issues.map(({ path, message }) => `${path}: ${message}`).sort();
    try {
      const id = await arrive(site, wrong);
      const [checkedWrong] = (await check(await write('wrong.json', wrong))).deliveries;
      const said = named(await deliveryDetail(site, id));
      expect(said.length).toBeGreaterThan(7);
      expect(checkedWrong && named(checkedWrong)).toEqual(said);
      for (const { bytes, file } of samples()) {
        const answer = await site.deliver(bytes);
        const [checked] = (await check(join('examples', 'deliveries', file))).deliveries;
        expect([answer.status, answer.body.data?.deliveryId]).toEqual([
          checked?.status,
          checked?.deliveryId,
        ]);
      }
      await site.settle();
    } finally {
      await site.destroy();
    }
  });
});
