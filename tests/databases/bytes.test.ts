import { randomBytes } from 'node:crypto';
import { databaseKind } from '../support/databases/database';
import { makeDelivery } from '../support/feed/deliveries';
import { deliveredBody, deliveryDetail } from '../support/feed/event-log';
import { asImage, pictureBytes } from '../support/feed/images';
import { alterationsOfOurs } from '../support/databases/schema';
import { bootSite, type Site } from '../support/site/site';

const MIB = 1024 * 1024;
/** The feed's largest bodies; MariaDB takes 16 MiB at once unless somebody changed that. */
const LARGE_BYTES = 13 * MIB;

/** Has each connection of a site's pool run a statement. */
async function onEachConnection({ strapi }: Site, sql: string): Promise<void> {
  const { client } = strapi.db.connection;
  const connections = Array.from({ length: client.pool.max }, () => client.acquireConnection());
  for (const connection of await Promise.all(connections)) {
    await strapi.db.connection.raw(sql).connection(connection);
    client.releaseConnection(connection);
  }
}

describe('bytes in the database', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  it('takes a large text, and gives it back byte for byte', async () => {
    const content = randomBytes(LARGE_BYTES * 0.75).toString('base64url');
    const body = Buffer.from(JSON.stringify(makeDelivery({ article: { content } })));
    const answer = await site.deliver(body);
    expect(answer.status).toBe(202);
    const deliveryId = answer.body.data?.deliveryId ?? '';
    expect((await deliveredBody(site, deliveryId)).equals(body)).toBe(true);
  });

  it('takes a large image, and gives it back byte for byte', async () => {
    // Longer than one piece; what comes after the image's end is cut off in the Media Library only.
    const bytes = Buffer.concat([await pictureBytes(), randomBytes(9 * MIB)]);
    const image = { ...asImage(bytes), dataUrl: '' };
    const delivery = makeDelivery({ article: { images: [image] } });
    const body = Buffer.from(JSON.stringify(delivery));
    const answer = await site.deliver(body);
    expect(answer.status).toBe(202);
    await site.settle();
    const deliveryId = answer.body.data?.deliveryId ?? '';
    expect((await deliveryDetail(site, deliveryId)).state).toBe('applied');
    expect((await deliveredBody(site, deliveryId)).equals(body)).toBe(true);
  });

  it('takes a text that is larger than what the database takes at once whole, or not at all', () =>
    expectWholeOrNot());

  it('does so where somebody turned the strict mode of MariaDB off, which cuts without a word', async () => {
    if (databaseKind() === 'mysql') await onEachConnection(site, "set session sql_mode = ''");
    await expectWholeOrNot();
  });

  const expectWholeOrNot = async () => {
    const content = randomBytes(15 * MIB).toString('base64url');
    const body = Buffer.from(JSON.stringify(makeDelivery({ article: { content } })));
    const log = site.strapi.db.query('plugin::article-receiver.log');
    const before = await log.count();
    const { status, body: answer } = await site.deliver(body);
    if (status === 202) {
      expect((await deliveredBody(site, answer.data?.deliveryId ?? '')).equals(body)).toBe(true);
      return;
    }
    expect([databaseKind(), status]).toEqual(['mysql', 503]);
    expect(await log.count()).toBe(before);
  };

  it('knows the size of what it could drop', async () => {
    const { body } = await site.request
      .get('/article-receiver/retention')
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .expect(200);
    expect(body).toMatchObject({ data: { bodies: { frees: { count: 0, bytes: 0 } } } });
  });

  it('leaves Strapi nothing to alter in our tables at a later boot', async () => {
    expect(await alterationsOfOurs(site)).toEqual([]);
  });
});
