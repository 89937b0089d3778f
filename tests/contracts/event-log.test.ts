import { createHash } from 'node:crypto';
import { inTransaction } from '../../src/plugins/article-receiver/server/src/database/transaction';
import type { Arrival } from '../../src/plugins/article-receiver/server/src/event-log/arrival';
import {
  eventLogOf,
  type EventLog,
} from '../../src/plugins/article-receiver/server/src/event-log/event-log';
import { renewBlob } from '../../src/plugins/article-receiver/server/src/event-log/blobs';
import { arrivalOf } from '../support/feed/arrivals';
import { databaseKind } from '../support/databases/database';
import { makeDelivery, type WireDelivery } from '../support/feed/deliveries';
import { asImage, pictureBytes } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

const AT_ONCE = 12;
const MEGABYTE = 1024 * 1024;
const NOBODY_NEEDS = () => Promise.resolve(new Set<number>());
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const bodyOf = (delivery: object) => Buffer.from(JSON.stringify(delivery));

/** What every event log does, on each of the databases; nothing here goes through HTTP. */
describe('an event log', () => {
  let site: Site;
  let log: EventLog;
  let pictures = 0;

  beforeAll(async () => {
    site = await bootSite();
    // What is appended here stays as it is.
    await site.strapi
      .plugin('article-receiver')
      .service<{ stop(): Promise<void> }>('runner')
      .stop();
    log = eventLogOf(site.strapi);
  });
  afterAll(() => site?.destroy());

  const rowsOf = (name: 'log' | 'delivery' | 'blob') =>
    site.strapi.db.query(`plugin::article-receiver.${name}`);
  const positionOf = async (body: Buffer): Promise<number> => {
    const row = (await rowsOf('log').findOne({
      where: { digest: sha256(body) },
      select: ['id'],
    })) as { id: number } | null;
    if (!row) throw new Error('the log does not have this body');
    return row.id;
  };
  const appended = async (body: Buffer, differences: Partial<Arrival> = {}): Promise<number> => {
    await log.append(arrivalOf(body, differences));
    return positionOf(body);
  };
  const picture = () =>
    pictureBytes({ width: 300, height: 200, color: `#1234${(16 + (pictures += 1)).toString(16)}` });
  const withPicture = (bytes: Buffer): WireDelivery =>
    makeDelivery({ article: { images: [asImage(bytes)] } });
  const setState = (position: number, data: object) =>
    rowsOf('delivery').update({ where: { id: position }, data });
  /** All of it but the bytes that retention may drop. */
  const rowsWithoutBytes = () =>
    rowsOf('log').findMany({
      select: ['id', 'digest', 'receivedAt', 'byteSize', 'token', 'remoteAddress', 'userAgent'],
      orderBy: { id: 'asc' },
    });
  const verified = async () => {
    const results = new Map<string, { result: string; reason: string | null }>();
    for await (const { id, result, reason } of log.verify()) results.set(id, { result, reason });
    return results;
  };

  it('is one for a site', () => {
    expect(eventLogOf(site.strapi)).toBe(log);
  });

  describe('appends', () => {
    it('what it has not, and says so', async () => {
      const body = bodyOf(makeDelivery());
      const answer = await log.append(arrivalOf(body));
      expect(answer).toMatchObject({
        outcome: 'accepted',
        deliveryId: `dlv_${sha256(body).slice(0, 24)}`,
      });
      expect(await log.body(await positionOf(body))).toEqual(body);
    });

    it('what comes later behind what came before', async () => {
      const positions: number[] = [];
      for (let count = 0; count < 5; count += 1)
        positions.push(await appended(bodyOf(makeDelivery())));
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    });

    it('the same bytes once, and counts how often they came', async () => {
      const body = bodyOf(makeDelivery());
      const position = await appended(body);
      const receivedAt = Date.now() + 5_000;
      const again = await log.append(arrivalOf(body, { receivedAt }));
      expect(again.outcome).toBe('duplicate');
      expect(await rowsOf('log').count({ where: { digest: sha256(body) } })).toBe(1);
      const row = (await rowsOf('delivery').findOne({ where: { id: position } })) as object;
      expect(row).toMatchObject({ duplicates: 1 });
      expect(Number((row as { lastDuplicateAt: unknown }).lastDuplicateAt)).toBe(receivedAt);
    });

    it('the same bytes once, however many bring them at once', async () => {
      const body = bodyOf(withPicture(await picture()));
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => log.append(arrivalOf(body))),
      );
      const news = answers.filter(({ outcome }) => outcome === 'accepted');
      expect(news).toHaveLength(1);
      expect(new Set(answers.map(({ deliveryId }) => deliveryId)).size).toBe(1);
      const position = await positionOf(body);
      expect(await rowsOf('delivery').findOne({ where: { id: position } })).toMatchObject({
        duplicates: AT_ONCE - 1,
      });
      expect(await log.body(position)).toEqual(body);
    });

    it('each of many that come at once, also where they have an image in common', async () => {
      const shared = await picture();
      const bodies = Array.from({ length: AT_ONCE }, () => bodyOf(withPicture(shared)));
      const answers = await Promise.all(bodies.map((body) => log.append(arrivalOf(body))));
      expect(answers.map(({ outcome }) => outcome)).toEqual(bodies.map(() => 'accepted'));
      for (const body of bodies) expect(await log.body(await positionOf(body))).toEqual(body);
      expect(await rowsOf('blob').count({ where: { digest: sha256(shared) } })).toBe(1);
    });

    it('several in the order that they are given in, and leaves alone what it has', async () => {
      const known = bodyOf(makeDelivery());
      await appended(known);
      const bodies = Array.from({ length: 4 }, () => bodyOf(makeDelivery()));
      const [first, second, ...others] = bodies.map((body) => arrivalOf(body));
      if (!first || !second) throw new Error('there are four');
      const news = await log.appendInOrder([first, arrivalOf(known), second, ...others]);
      expect(news.map(({ digest }) => digest)).toEqual(bodies.map(sha256));
      const positions = await Promise.all(bodies.map(positionOf));
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
      expect(
        await rowsOf('delivery').findOne({ where: { id: await positionOf(known) } }),
      ).toMatchObject({ duplicates: 0 });
    });

    it('several large ones together, which no single statement would take', async () => {
      const bodies = Array.from({ length: 9 }, (_, number) => Buffer.alloc(MEGABYTE, `${number}`));
      const arrivals = bodies.map((body) => arrivalOf(body, { state: 'quarantined' }));
      expect(await log.appendInOrder(arrivals)).toHaveLength(bodies.length);
      const positions = await Promise.all(bodies.map(positionOf));
      expect(positions).toEqual([...positions].sort((a, b) => a - b));
      expect(await log.body(positions.at(-1) ?? 0)).toEqual(bodies.at(-1));
    });

    it('how a delivery came, the token by its name', async () => {
      const position = await appended(bodyOf(makeDelivery()), {
        token: 'the service',
        remoteAddress: '203.0.113.7',
        userAgent: 'feed/1',
      });
      expect((await log.origins([position])).get(position)).toEqual({
        id: position,
        token: 'the service',
        remoteAddress: '203.0.113.7',
        userAgent: 'feed/1',
      });
    });
  });

  describe('gives back', () => {
    it.each([
      ['text of all kinds', Buffer.from('{"a":"Größe 漢字 🫖 \\u0000"}')],
      ['NUL bytes', Buffer.from([0, 0, 0, 1, 2, 0])],
      ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22])],
      ['backslashes and quotes', Buffer.from(`\\x41 \\\\ ' '' " %_`)],
    ])('%s as they are', async (_, body) => {
      expect(await log.body(await appended(body))).toEqual(body);
    });

    it('a body without its images as it is kept, and each image by its digest', async () => {
      const bytes = await picture();
      const delivery = withPicture(bytes);
      const position = await appended(bodyOf(delivery));
      const stored = await log.stored(position);
      expect(stored?.digest).toBe(sha256(bodyOf(delivery)));
      expect(stored?.skeleton.includes(bytes.toString('base64'))).toBe(false);
      expect(stored?.skeleton.includes(`sha256:${sha256(bytes)}`)).toBe(true);
      expect(await log.image(sha256(bytes))).toEqual(bytes);
    });

    it('images that came on their own', async () => {
      const bytes = await picture();
      const digest = await log.storeImage(bytes);
      expect(digest).toBe(sha256(bytes));
      expect(await log.image(digest)).toEqual(bytes);
    });

    it('nothing for an image that it does not have', async () => {
      expect(await log.image(sha256(Buffer.from('no image')))).toBeNull();
    });

    it('which bodies and images it has', async () => {
      const [body, other] = [bodyOf(makeDelivery()), bodyOf(makeDelivery())];
      await appended(body);
      expect([await log.has(sha256(body)), await log.has(sha256(other))]).toEqual([true, false]);
      const digest = await log.storeImage(await picture());
      expect(await log.imagesHeld([digest, sha256(other)])).toEqual(new Set([digest]));
    });

    it('a delivery as it is read, and nothing where it cannot be read', async () => {
      const delivery = makeDelivery();
      const position = await appended(bodyOf(delivery));
      expect((await log.look(position))?.delivery.article.id).toBe(delivery.article.id);
      expect(await log.look(await appended(Buffer.from('{"no":"delivery"}')))).toBeNull();
    });

    it('an error for a position that it does not have', async () => {
      await expect(log.body(2_000_000)).rejects.toThrow('position 2000000 of the log is empty');
    });
  });

  describe('verifies', () => {
    it('as many as it says', async () => {
      const { bodies, images } = await log.countVerifiable();
      expect((await verified()).size).toBe(bodies + images);
    });

    it('that what nobody touched is intact, and names what somebody changed', async () => {
      const bytes = await picture();
      const [intact, changed, illustrated] = [
        bodyOf(makeDelivery()),
        bodyOf(makeDelivery()),
        bodyOf(withPicture(bytes)),
      ];
      const before = [intact, changed, illustrated].map((body) => log.append(arrivalOf(body)));
      const ids = (await Promise.all(before)).map(({ deliveryId }) => deliveryId);
      const ofImage = sha256(bytes);
      const results = await verified();
      for (const id of [...ids, ofImage]) {
        expect(results.get(id)).toEqual({ result: 'intact', reason: null });
      }
      const tables = site.strapi.db.connection;
      const forged = Buffer.from(changed.toString().replace('"orgId"', '"orgIx"'));
      await tables('article_receiver_log')
        .where({ digest: sha256(changed) })
        .update({ body: forged });
      await tables('article_receiver_blobs')
        .where({ digest: ofImage })
        .update({ bytes: Buffer.from('something else') });
      const after = await verified();
      expect(ids.map((id) => after.get(id)?.result)).toEqual(['intact', 'damaged', 'damaged']);
      expect(after.get(ids[1] ?? '')?.reason).toContain(sha256(forged));
      expect(after.get(ofImage)?.result).toBe('damaged');
      await tables('article_receiver_log')
        .where({ digest: sha256(changed) })
        .update({ body: changed });
      await tables('article_receiver_blobs').where({ digest: ofImage }).update({ bytes });
      expect([...(await verified()).values()].filter(({ result }) => result === 'damaged')).toEqual(
        [],
      );
    });
  });

  describe('drops', () => {
    const YESTERDAY = Date.now() - 24 * 60 * 60_000;
    const OLD = { receivedAt: YESTERDAY - 1_000 };

    /** The Media Library has an image. */
    const fileOf = async (digest: string) => {
      const image = { name: 'a.png', hash: 'a', ext: '.png', mime: 'image/png', size: 1 };
      const file = (await site.strapi.db
        .query('plugin::upload.file')
        .create({ data: { ...image, url: '/a.png', provider: 'local' } })) as { id: number };
      const row = { data: { digest, fileId: file.id } };
      await site.strapi.db.query('plugin::article-receiver.image-file').create(row);
    };

    it('the bytes of old bodies that are superseded and not needed; every row stays', async () => {
      const bodies = Array.from({ length: 4 }, () => bodyOf(makeDelivery()));
      const [dropped = 0, needed = 0, pending = 0] = await Promise.all(
        bodies.slice(0, 3).map((body) => appended(body, OLD)),
      );
      const young = await appended(bodies[3] ?? Buffer.alloc(0));
      for (const position of [dropped, needed, young]) {
        await setState(position, { state: 'superseded' });
      }
      const rows = await rowsWithoutBytes();
      const { count, bytes } = await log.retention.measureBodies(YESTERDAY);
      expect({ count, isSome: bytes > 0 }).toEqual({ count: 2, isSome: true });
      const stays = () => Promise.resolve(new Set([needed]));
      expect(await log.retention.dropBodies(YESTERDAY, stays)).toBe(1);
      expect(await log.body(dropped)).toBeNull();
      expect(await log.stored(dropped)).toBeNull();
      for (const [index, position] of [needed, pending, young].entries()) {
        expect(await log.body(position)).toEqual(bodies[index + 1]);
      }
      expect(await rowsWithoutBytes()).toEqual(rows);
      const { deliveryId } = (await rowsOf('delivery').findOne({ where: { id: dropped } })) as {
        deliveryId: string;
      };
      expect((await verified()).get(deliveryId)).toEqual({ result: 'dropped', reason: null });
    });

    it('no body of what somebody wants again while it is asked what is needed', async () => {
      const body = bodyOf(makeDelivery());
      const position = await appended(body, OLD);
      await setState(position, { state: 'superseded' });
      const wantedMeanwhile = async () => {
        await setState(position, { state: 'pending' });
        return new Set<number>();
      };
      await log.retention.dropBodies(YESTERDAY, wantedMeanwhile);
      expect(await log.body(position)).toEqual(body);
    });

    it('the bytes of what was discarded from quarantine, by when it was', async () => {
      const [old = 0, young = 0, undecided = 0] = await Promise.all(
        Array.from({ length: 3 }, () =>
          appended(bodyOf(makeDelivery()), { ...OLD, state: 'quarantined' }),
        ),
      );
      await setState(old, { discardedAt: OLD.receivedAt });
      await setState(young, { discardedAt: Date.now() });
      expect((await log.retention.measureDiscarded(YESTERDAY)).count).toBe(1);
      expect(await log.retention.dropDiscarded(YESTERDAY)).toBe(1);
      expect(await log.body(old)).toBeNull();
      for (const position of [young, undecided]) expect(await log.body(position)).not.toBeNull();
    });

    it('no bytes of an image that comes again at this moment', async () => {
      const uploaded = await picture();
      const digest = sha256(uploaded);
      await appended(bodyOf(withPicture(uploaded)));
      await fileOf(digest);
      await rowsOf('blob').updateMany({ where: { digest }, data: { storedAt: OLD.receivedAt } });
      const isSent = new Promise<void>((resolve) => {
        site.strapi.db.connection.on('query', ({ sql }: { sql: string }) => {
          if (/^update .*blobs.* set .bytes/.test(sql)) resolve();
        });
      });
      let begin = () => {};
      // Begun here, it is no part of the transaction in which it begins.
      const dropped = new Promise<void>((resolve) => (begin = resolve)).then(() =>
        log.retention.dropImages(YESTERDAY),
      );
      await inTransaction(site.strapi, async ({ trx }) => {
        expect(await renewBlob(site.strapi, trx, digest)).toBe(true);
        begin();
        // SQLite has one connection: nothing is sent before this one is through with it.
        if (databaseKind() !== 'sqlite') await isSent;
      });
      await dropped;
      expect(await log.imagesHeld([digest])).toEqual(new Set([digest]));
    });

    it('the bytes of images that are files, and with them the exact bodies', async () => {
      const [uploaded, waiting] = [await picture(), await picture()];
      const [shown, pending] = [bodyOf(withPicture(uploaded)), bodyOf(withPicture(waiting))];
      const positions = [await appended(shown), await appended(pending)];
      await rowsOf('blob').updateMany({
        where: { digest: { $in: [sha256(uploaded), sha256(waiting)] } },
        data: { storedAt: OLD.receivedAt },
      });
      await fileOf(sha256(uploaded));
      expect((await log.retention.measureImages(YESTERDAY)).count).toBe(1);
      expect(await log.retention.dropImages(YESTERDAY)).toBe(1);
      expect(await log.image(sha256(uploaded))).toBeNull();
      expect(await log.image(sha256(waiting))).toEqual(waiting);
      expect(await Promise.all(positions.map((position) => log.body(position)))).toEqual([
        null,
        pending,
      ]);
      expect(await log.stored(positions[0] ?? 0)).not.toBeNull();
      // They come again with the next delivery that has them.
      await appended(bodyOf(withPicture(uploaded)));
      expect(await log.body(positions[0] ?? 0)).toEqual(shown);
    });

    it('nothing for good: who has the bytes can put them back', async () => {
      const body = bodyOf(withPicture(await picture()));
      const position = await appended(body, OLD);
      await setState(position, { state: 'superseded' });
      await log.retention.dropBodies(YESTERDAY, NOBODY_NEEDS);
      expect(await log.body(position)).toBeNull();
      const { lifted, digest } = arrivalOf(body);
      await inTransaction(site.strapi, ({ trx }) => log.rewriteBody(trx, digest, lifted));
      expect(await log.body(position)).toEqual(body);
    });
  });
});
