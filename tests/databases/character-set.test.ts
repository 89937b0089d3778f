import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeAnyCharacter } from '../../src/plugins/article-receiver/server/src/database/character-set';
import { OWN_TYPES, POST_TARGET } from '../support/articles/own-types';
import { databaseEnvironment, databaseKind } from '../support/databases/database';
import { serverOf } from '../support/databases/database-server';
import { alterationsOfOurs } from '../support/databases/schema';
import { makeDelivery } from '../support/feed/deliveries';
import { arrive, deliveredBody, deliveryDetail, deliveryList } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { logLines, quietly } from '../support/log-lines';
import { adminApi } from '../support/people/admin-api';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const EMOJI = 'Kaffee ☕ und 漢字 🙂';
const MARKED = 'Kaffee ? und ?? ?';

/** MariaDB's own default for long. */
(databaseKind() === 'mysql' ? describe : describe.skip)('a database in latin1', () => {
  const { ask, drop } = serverOf('mysql');
  let directory: string;
  let name: string;
  let site: Site;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'article-receiver-latin1-'));
    name = databaseEnvironment(directory).DATABASE_NAME ?? '';
    await ask(`create database \`${name}\` character set latin1`);
    site = await bootSite({ types: OWN_TYPES, keep: { dir: directory } });
  });
  afterAll(async () => {
    await site?.destroy();
    await drop(name);
    await rm(directory, { recursive: true, force: true });
  });

  const titleOf = async (sourceId: string) => {
    const where = { sourceId, publishedAt: null };
    const found = (await site.strapi.db.query(ARTICLE).findOne({ where })) as { title: string };
    return found?.title;
  };

  it('loses no delivery where a table could not be converted: lists show marks for its characters', async () => {
    const latin1 = 'alter table article_receiver_deliveries convert to character set latin1';
    await ask(latin1, [], name);
    const delivery = makeDelivery({ article: { title: EMOJI } });
    const id = await arrive(site, delivery);
    expect(await deliveryDetail(site, id)).toMatchObject({ state: 'applied', title: MARKED });
    expect(await titleOf(delivery.article.id)).toBe(EMOJI);
    await takeAnyCharacter(site.strapi, ARTICLE);
  });

  it('takes what the service sends, in every character', async () => {
    const delivery = makeDelivery({
      article: { title: EMOJI, content: EMOJI, tldr: EMOJI, author: EMOJI, tags: [EMOJI] },
    });
    const id = await arrive(site, delivery);
    expect(await deliveryDetail(site, id)).toMatchObject({ state: 'applied', title: EMOJI });
    expect(await titleOf(delivery.article.id)).toBe(EMOJI);
  });

  it('keeps what a table of the site’s does not take, says why, and goes on once that is mended', async () => {
    const image = await makeImage({}, { alt: EMOJI });
    const delivery = makeDelivery({ article: { title: 'With an image', images: [image] } });
    const id = await quietly(site, () => arrive(site, delivery));
    expect(await deliveryDetail(site, id)).toMatchObject({
      state: 'failed',
      reasonCode: 'characterRefused',
    });
    const [told = ''] = await logLines(site, () => takeAnyCharacter(site.strapi, ARTICLE));
    const [statement = ''] = /ALTER TABLE files .*utf8mb4/.exec(told) ?? [];
    await ask(statement, [], name);
    expect(await logLines(site, () => takeAnyCharacter(site.strapi, ARTICLE))).toEqual([]);
    expect(await adminApi(site).redrive(id)).toBe('pending');
    expect(await deliveryDetail(site, id)).toMatchObject({ state: 'applied' });
  });

  it('is changed once, and Strapi finds nothing to put back', async () => {
    const collations = () =>
      ask(
        `select distinct table_collation as collation from information_schema.tables
         where table_schema = ? and table_name like 'article_receiver%' and table_name not like '%_lnk'`,
        [name],
      );
    const before = await collations();
    expect(before.every(({ collation }) => String(collation).startsWith('utf8mb4'))).toBe(true);
    await site.restart();
    expect(await collations()).toEqual(before);
    expect(await alterationsOfOurs(site)).toEqual([]);
  });

  it('keeps what a type of the site’s own does not take, whether it is written or looked for there', async () => {
    await site.restart({ target: POST_TARGET });
    const written = makeDelivery({ article: { title: EMOJI } });
    const lookedFor = makeDelivery({ article: { title: 'Plain', tags: [EMOJI] } });
    const fine = makeDelivery({ article: { title: 'Fine' } });
    const ids: string[] = [];
    for (const one of [written, lookedFor, fine])
      ids.push(await quietly(site, () => arrive(site, one)));
    const refused = { state: 'failed', reasonCode: 'characterRefused' };
    const became = await Promise.all(ids.map((id) => deliveryDetail(site, id)));
    expect(became).toMatchObject([refused, refused, { state: 'applied' }]);
    const narrow = await ask(
      `select table_name as name from information_schema.tables where table_schema = ?
       and (table_name in ('posts', 'labels') or table_name like 'components%')`,
      [name],
    );
    for (const table of narrow)
      await ask(`alter table ${String(table.name)} convert to character set utf8mb4`, [], name);
    for (const id of ids.slice(0, 2)) await adminApi(site).redrive(id);
    const now = await Promise.all(ids.map((id) => deliveryDetail(site, id)));
    expect(now.map(({ state }) => state)).toEqual(['applied', 'applied', 'applied']);
  });
});

/** PostgreSQL cannot change the encoding of a database that is there. In LATIN1, Strapi itself does not start. */
(databaseKind() === 'postgres' ? describe : describe.skip)('a database in WIN1252', () => {
  const { ask, drop } = serverOf('postgres');
  let directory: string;
  let name: string;
  let site: Site;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'article-receiver-win1252-'));
    name = databaseEnvironment(directory).DATABASE_NAME ?? '';
    await ask(`create database "${name}" encoding 'WIN1252' locale 'C' template template0`);
    site = await bootSite({ keep: { dir: directory } });
  });
  afterAll(async () => {
    await site?.destroy();
    await drop(name);
    await rm(directory, { recursive: true, force: true });
  });

  it('keeps what it cannot show, byte for byte, and says why', async () => {
    const image = await makeImage({}, { alt: EMOJI });
    const delivery = makeDelivery({ article: { title: EMOJI, tags: [EMOJI], images: [image] } });
    const body = JSON.stringify(delivery);
    const id = await quietly(site, () => arrive(site, body));
    expect(await deliveryDetail(site, id)).toMatchObject({
      state: 'failed',
      reasonCode: 'characterRefused',
      title: MARKED,
    });
    expect((await deliveredBody(site, id)).toString()).toBe(body);
    await arrive(site, body.replace('"event"', `"${EMOJI}"`));
    const [broken] = await deliveryList(site, 'state=quarantined');
    expect(broken).toMatchObject({ title: MARKED });
  });

  it('takes what it has the characters for', async () => {
    const id = await arrive(site, makeDelivery({ article: { title: 'Müßiggang' } }));
    expect(await deliveryDetail(site, id)).toMatchObject({ state: 'applied', title: 'Müßiggang' });
  });

  it('is named in the log, with a way out', async () => {
    const [told] = await logLines(site, () => takeAnyCharacter(site.strapi, ARTICLE));
    expect(told).toMatch(/the database is in WIN1252.*CREATE DATABASE … ENCODING 'UTF8'/);
  });
});
