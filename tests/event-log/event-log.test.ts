import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { makeDelivery } from '../support/feed/deliveries';
import { deliveredBody, deliveryDetail, logSize } from '../support/feed/event-log';
import { asImage, makeImage, pictureBytes } from '../support/feed/images';
import { samples } from '../support/feed/samples';
import { bootSite, type Site } from '../support/site/site';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the event log', () => {
  let site: Site;
  let picture: Buffer;

  /** Sends a body, of whatever kind, and gives its id. */
  async function idOf(body: Buffer): Promise<string> {
    const answer = await site.deliver(body);
    const id = answer.body.data?.deliveryId ?? answer.body.error?.details?.deliveryId;
    if (!id) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return id;
  }

  async function expectExact(body: Buffer): Promise<void> {
    const id = await idOf(body);
    const kept = await deliveredBody(site, id);
    expect([sha256(kept), kept.length]).toEqual([sha256(body), body.length]);
    const { digest, bytes } = await deliveryDetail(site, id);
    expect({ digest, bytes }).toEqual({ digest: sha256(body), bytes: body.length });
  }

  beforeAll(async () => {
    site = await bootSite();
    picture = await pictureBytes({ width: 120, height: 90, color: '#123456' });
  });
  afterAll(() => site?.destroy());

  it.each(samples())('gives $file back byte for byte', async ({ bytes }) => {
    await expectExact(bytes);
  });

  describe('gives back odd bodies byte for byte', () => {
    const withPicture = () =>
      makeDelivery({ article: { images: [asImage(picture), asImage(picture, { dataUrl: '' })] } });
    const json = () => JSON.stringify(withPicture());

    it.each([
      ['indented', () => JSON.stringify(withPicture(), null, '\t')],
      [
        'with Windows line ends',
        () => JSON.stringify(withPicture(), null, 2).replaceAll('\n', '\r\n'),
      ],
      ['with space around it', () => ` \n${json()}\n\n`],
      ['with a byte order mark', () => `\ufeff${json()}`],
      [
        'with its keys in another order',
        () => json().replace(/^\{("event".*?),("orgId".*?),/, '{$2,$1,'),
      ],
      ['with a key twice', () => json().replace('{', '{"event":"x",')],
      ['with slashes escaped', () => json().replaceAll('/', '\\/')],
      [
        'with other escapes',
        () => json().replaceAll('e', '\\u0065').replaceAll('"\\u0065', '"\\u0065'),
      ],
      [
        'with base64 that is not canonical',
        () => json().replaceAll('=="', '"').replaceAll('="', '"'),
      ],
      [
        'with base64 that has spare bits',
        () => {
          const spare = { base64: Buffer.alloc(1_000).toString('base64').replace('A==', 'B==') };
          return JSON.stringify(makeDelivery({ article: { images: [asImage(picture, spare)] } }));
        },
      ],
      ['with base64 in lines', () => json().replace(/("base64":"[^"]{76})/g, '$1\\n')],
      [
        'with numbers in other notations',
        () => json().replace('"wordCount":7', '"wordCount":7.0e0'),
      ],
      ['with an escaped NUL', () => json().replace('Water first', 'Water\\u0000 first')],
      ['with an escaped lone surrogate', () => json().replace('Water first', '\\ud83d first')],
      ['with text of all kinds', () => json().replace('Water first', 'Größe 漢字 🫖 \\" \\\\')],
      [
        'that speaks of stored images itself',
        () => json().replace('Water first', `sha256:${sha256(picture)}`),
      ],
      ['of the same image in two data URLs', () => json().replaceAll('"base64":', '"other":')],
    ])('%s', async (_, make) => {
      await expectExact(Buffer.from(make()));
    });

    it.each([
      ['NUL bytes', Buffer.from([0, 0, 0, 1, 2, 0])],
      ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22])],
      ['a broken body with an image in it', Buffer.from('{"a":"')],
    ])('of %s', async (_, bytes) => {
      await expectExact(Buffer.concat([bytes, Buffer.from(picture.toString('base64'))]));
    });

    it('of any kind', async () => {
      const blob = fc
        .uint8Array({ minLength: 0, maxLength: 3_000 })
        .map((bytes) => Buffer.from(bytes));
      const image = fc.record({
        base64: fc.oneof(
          blob.map((bytes) => bytes.toString('base64')),
          blob.map((bytes) => bytes.toString('base64url')),
          fc.constant(picture.toString('base64')),
          fc.string(),
        ),
        dataUrl: blob.map((bytes) => `data:image/png;base64,${bytes.toString('base64')}`),
        alt: fc.json(),
      });
      const body = fc
        .tuple(fc.array(image, { maxLength: 3 }), fc.constantFrom(0, 1, '\t'), fc.nat())
        .map(([images, indent, cut]) => {
          const delivered = images.map((fields) => asImage(picture, fields));
          const delivery = makeDelivery({ article: { images: delivered } });
          const text = JSON.stringify(delivery, null, indent);
          return Buffer.from(cut % 5 === 0 ? text.slice(0, cut % text.length) : text);
        });
      await fc.assert(
        fc.asyncProperty(fc.oneof(body, blob), (bytes) => expectExact(bytes)),
        { numRuns: 40 },
      );
    });
  });

  it('stores an image once, however often and in whatever delivery it comes', async () => {
    const image = await makeImage({ width: 200, height: 150, color: '#0af0af' });
    const blobs = () => site.strapi.db.query('plugin::article-receiver.blob').count();
    const before = await blobs();
    const first = makeDelivery({ article: { images: [image, { ...image, kind: 'hero' }] } });
    const second = makeDelivery({ article: { images: [image] } });
    await expectExact(Buffer.from(JSON.stringify(first)));
    await expectExact(Buffer.from(JSON.stringify(second)));
    expect(await blobs()).toBe(before + 1);
    const digest = sha256(Buffer.from(image.base64, 'base64'));
    const stored = (await site.strapi.db
      .connection('article_receiver_blobs')
      .where({ digest })
      .first('bytes')) as { bytes: Buffer };
    expect(sha256(stored.bytes)).toBe(digest);
  });

  it('keeps the log small: a body is stored without its images', async () => {
    const image = asImage(await pictureBytes({ width: 900, height: 700, format: 'gif' }));
    const bytes = Buffer.from(JSON.stringify(makeDelivery({ article: { images: [image] } })));
    const id = await idOf(bytes);
    const { digest } = await deliveryDetail(site, id);
    const row = (await site.strapi.db
      .connection('article_receiver_log')
      .where({ digest })
      .first('body')) as { body: Buffer };
    expect(row.body.length).toBeLessThan(bytes.length - 2 * image.base64.length + 200);
  });

  it('has a unique index on the digest, which the database itself enforces', async () => {
    const { strapi } = site;
    const rows = strapi.db.connection('article_receiver_log');
    const known = (await rows.clone().first('digest')) as { digest: string };
    const size = await logSize(site);
    // Not `rejects.toThrow`: the driver makes its errors with the classes of another test file.
    const insertion = rows.clone().insert({ digest: known.digest });
    const message = await insertion.then(
      () => 'inserted',
      (error: Error) => error.message,
    );
    expect(message).toMatch(/unique|duplicate entry/i);
    expect(await logSize(site)).toBe(size);
  });

  it('has what identifies and times a delivery in columns of its own', async () => {
    const delivery = makeDelivery();
    const { body } = await site.deliver(delivery);
    const deliveryId = body.data?.deliveryId;
    const row: unknown = await site.strapi.db
      .query('plugin::article-receiver.delivery')
      .findOne({ where: { deliveryId } });
    expect(row).toMatchObject({
      event: delivery.event,
      orgId: delivery.orgId,
      articleId: delivery.article.id,
      campaignId: delivery.article.campaignId,
      title: delivery.article.title,
      slug: delivery.article.slug,
      sourceStatus: delivery.article.status,
    });
    const { occurredAt, sourceUpdatedAt, receivedAt } = await deliveryDetail(
      site,
      deliveryId ?? '',
    );
    expect(occurredAt).toBe(delivery.timestamp);
    expect(sourceUpdatedAt).toBe(delivery.article.updatedAt);
    expect(Date.parse(receivedAt)).toBeGreaterThan(Date.parse('2026-01-01'));
  });

  it('never serves a body as something that runs in the admin', async () => {
    const id = await idOf(Buffer.from('<script>alert(1)</script>'));
    const response = await site.request
      .get(`/article-receiver/deliveries/${id}/body`)
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .expect(200);
    expect(response.headers['content-type']).toBe('application/octet-stream');
    expect(response.headers['content-disposition']).toMatch(/^attachment/);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });

  it('is closed to everybody without an administrator session', async () => {
    const id = await idOf(Buffer.from(JSON.stringify(makeDelivery())));
    const apiToken = await site.apiToken();
    for (const path of ['', `/${id}`, `/${id}/body`]) {
      const address = `/article-receiver/deliveries${path}`;
      await site.request.get(address).expect(401);
      await site.request.get(address).set('Authorization', `Bearer ${apiToken}`).expect(401);
      await site.request.get(`/api${address}`).expect(404);
    }
  });
});
