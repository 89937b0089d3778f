import { createHash, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Makes a site's one article many, in its stopped SQLite file: to project thousands for real would
 * take longer than all else that is measured. Each copy has a name, images, files and documents of
 * its own, and the receiver's memory of having projected it: to a rebuild, it is unchanged.
 */

/** @typedef {Record<string, any>} Row */

const NAME_DIGITS = 20;
const sha256 = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
const hex = (/** @type {number} */ digits) => randomBytes(digits / 2).toString('hex');

/** As the plugin's own `fingerprint` does for strings, numbers and lists of them. @param {unknown} value */
const fingerprint = (value) => sha256(JSON.stringify(value)).slice(0, 32);

/** Of what several articles fill, a copy has these for itself; campaign and tags it shares. */
const isOwn = (/** @type {Row} */ { kind }) => /^(file|media-asset)$/.test(kind);

/** Tables whose rows belong to one article, with the columns that refer to the ids of others. */
const TABLES = {
  files: {},
  article_receiver_log: {},
  article_receiver_deliveries: { id: 'article_receiver_log' },
  article_receiver_image_files: { file_id: 'files' },
  article_receiver_media_assets: {},
  article_receiver_articles: {},
  article_receiver_streams: {},
  article_receiver_attempts: { delivery_position: 'article_receiver_log' },
  files_related_mph: { file_id: 'files' },
  files_folder_lnk: { file_id: 'files' },
  article_receiver_articles_tags_lnk: { article_id: 'article_receiver_articles' },
  article_receiver_articles_campaign_lnk: { article_id: 'article_receiver_articles' },
  article_receiver_articles_images_lnk: {
    article_id: 'article_receiver_articles',
    media_asset_id: 'article_receiver_media_assets',
  },
};

/**
 * @param {string} folder of the stopped site, whose one article has been projected as a draft
 * @param {{ name: string, copies: number }} wanted `name`: what tells the article from others
 */
export function copyArticle(folder, { name, copies }) {
  const Database = createRequire(import.meta.url)('better-sqlite3');
  const database = new Database(join(folder, 'data.db'));
  /** @type {Map<string, Row[]>} */
  const rows = new Map();
  for (const table of [...Object.keys(TABLES), 'article_receiver_projected']) {
    rows.set(table, database.prepare(`select * from ${table}`).all());
  }
  const insert = (/** @type {string} */ table, /** @type {Row} */ row) => {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    const names = columns.map((column) => `"${column}"`).join(', ');
    database.prepare(`insert into ${table} (${names}) values (${places})`).run(Object.values(row));
  };
  const of = (/** @type {string} */ table) => rows.get(table) ?? [];
  database.transaction(() => {
    for (let copy = 1; copy <= copies; copy += 1) copyOnce(of, insert, name, copy);
    // The last copy had the last word on what all of them share.
    const update = database.prepare('update article_receiver_projected set base = ? where id = ?');
    for (const row of of('article_receiver_projected').filter((one) => !isOwn(one))) {
      update.run(JSON.stringify(movedStamps(row, moves(copies))), row.id);
    }
  })();
  database.close();
}

/** Ids of copies lie far apart from each other. */
const STEP = 10;

const moves = (/** @type {number} */ copy) => (/** @type {number | null} */ id) =>
  id === null ? null : id + copy * STEP;

/**
 * The registers of a shared document, as the delivery of a copy leaves them.
 * @param {Row} row @param {(id: number | null) => number | null} moved
 */
function movedStamps(row, moved) {
  const registers = JSON.parse(row.base);
  for (const register of Object.values(registers)) register.stamp[2] = moved(register.stamp[2]);
  return registers;
}

/**
 * @param {(table: string) => Row[]} of @param {(table: string, row: Row) => void} insert
 * @param {string} name @param {number} copy
 */
function copyOnce(of, insert, name, copy) {
  const words = wordsOf(of, name);
  const rename = (/** @type {unknown} */ value) => renamed(value, words);
  const moved = moves(copy);
  for (const [table, references] of Object.entries(TABLES)) {
    for (const row of of(table)) {
      /** @type {Row} */
      const made = {};
      for (const [column, value] of Object.entries(row)) made[column] = rename(value);
      if ('id' in row) made.id = moved(row.id);
      for (const column of Object.keys(references)) made[column] = moved(row[column]);
      if (table === 'files_related_mph') made.related_id = moved(row.related_id);
      if ('stream_key' in row) made.stream_key = sha256(`art_${words.get(name)}`);
      if (table === 'article_receiver_streams') {
        made.base = streamBase(row, of, rename, moved);
        made.files = JSON.stringify({ heroImage: [moved(heroOf(row))] });
      }
      insert(table, made);
    }
  }
  const own = of('article_receiver_projected').filter(isOwn);
  for (const row of own)
    insert('article_receiver_projected', projected(row, of, rename, moved, copy));
}

/** What is another word in a copy. @param {(table: string) => Row[]} of @param {string} name */
function wordsOf(of, name) {
  const words = new Map([[name, hex(NAME_DIGITS)]]);
  for (const { digest } of of('article_receiver_image_files')) words.set(digest, hex(64));
  for (const { digest, delivery_id } of of('article_receiver_deliveries')) {
    words.set(digest, hex(64));
    words.set(delivery_id, `dlv_${hex(24)}`);
  }
  for (const table of ['files', 'article_receiver_media_assets', 'article_receiver_articles']) {
    for (const row of of(table)) words.set(row.document_id, hex(24));
  }
  return words;
}

/** @param {unknown} value @param {Map<string, string>} words @returns {unknown} */
function renamed(value, words) {
  if (Buffer.isBuffer(value)) {
    return Buffer.from(String(renamed(value.toString('latin1'), words)), 'latin1');
  }
  if (typeof value !== 'string') return value;
  let text = value;
  for (const [from, to] of words) text = text.replaceAll(from, to);
  return text;
}

/**
 * The merge base of an article: of the fields that differ from copy to copy.
 * @param {Row} row @param {(table: string) => Row[]} of @param {(value: unknown) => unknown} rename
 * @param {(id: number | null) => number | null} moved
 */
function streamBase(row, of, rename, moved) {
  const base = JSON.parse(row.base);
  const [article] = of('article_receiver_articles');
  const assets = of('article_receiver_media_assets').map(({ document_id }) => document_id);
  /** @type {[string, unknown, unknown][]} */
  const fields = [
    ['sourceId', article?.source_id, rename(article?.source_id)],
    ['slug', article?.slug, rename(article?.slug)],
    ['content', article?.content, rename(article?.content)],
    ['images', assets, assets.map(rename)],
    ['heroImage', heroOf(row), moved(heroOf(row))],
  ];
  for (const [field, was, is] of fields) set(base, field, was, is);
  return JSON.stringify(base);
}

/** The file of the hero image. @param {Row} stream @returns {number} */
const heroOf = ({ files }) => JSON.parse(files).heroImage[0];

/** @param {Row} base @param {string} field @param {unknown} was @param {unknown} is */
function set(base, field, was, is) {
  if (base[field] !== fingerprint(was)) throw new Error(`the base of ${field} is made differently`);
  base[field] = fingerprint(is);
}

/**
 * @param {Row} row @param {(table: string) => Row[]} of @param {(value: unknown) => unknown} rename
 * @param {(id: number | null) => number | null} moved @param {number} copy
 */
function projected(row, of, rename, moved, copy) {
  const registers = movedStamps(row, moved);
  const sourceId = String(rename(row.source_id));
  const isFile = row.kind === 'file';
  const [source] = isFile
    ? of('files').filter(({ id }) => id === Number(row.document_id))
    : of('article_receiver_media_assets').filter((asset) => asset.document_id === row.document_id);
  const columns = isFile ? { name: 'name' } : { sourceUrl: 'source_url', digest: 'digest' };
  for (const [field, column] of Object.entries(columns)) {
    registers[field].hash = fingerprint(rename(source?.[column]));
  }
  if (!isFile) {
    const [file] = of('article_receiver_image_files').filter(
      ({ digest }) => digest === source?.digest,
    );
    registers.file.hash = fingerprint(moved(file?.file_id));
  }
  return {
    ...row,
    id: row.id + copy * STEP * 2,
    source_key: sha256(`${row.kind}\n${sourceId}`),
    source_id: sourceId,
    document_id: isFile ? String(moved(Number(row.document_id))) : rename(row.document_id),
    base: JSON.stringify(registers),
    claims: row.claims && JSON.stringify(movedClaims(row, rename, moved)),
  };
}

/**
 * What the articles say of a file.
 * @param {Row} row @param {(value: unknown) => unknown} rename
 * @param {(id: number | null) => number | null} moved
 */
function movedClaims({ claims }, rename, moved) {
  const renamed = JSON.parse(String(rename(claims)));
  for (const { first, newest } of Object.values(renamed)) {
    for (const stamp of [first, newest]) stamp[2] = moved(stamp[2]);
  }
  return renamed;
}
