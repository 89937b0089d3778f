/**
 * `node scripts/make-upgrade-fixture.mjs`: writes tests/upgrades/VERSION.sql, the SQLite database of
 * a site that received the sample deliveries with this version of the plugin. Run once for each
 * release; later versions are tested against every one of these files, which never change again.
 */
import Database from 'better-sqlite3';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { registerEditor } from './demo/editor.mjs';
import { demoEnvironment } from './demo/environment.mjs';
import { freePort } from './demo/port.mjs';
import { startSite } from './demo/site.mjs';
import { send, settled } from './demo/webhook.mjs';
import { buildStale } from './support/build.mjs';
import { STEPS } from './support/build-steps.mjs';
import { withProgress } from './support/progress.mjs';
import { ROOT } from './support/root.mjs';

const SAMPLES = join(ROOT, 'examples', 'deliveries');

/** Whoever made the file is nobody's business. */
const PERSONAL = /^(admin_users|strapi_sessions)/;

/** @param {unknown} value */
function literal(value) {
  if (value === null) return 'NULL';
  if (Buffer.isBuffer(value)) return `X'${value.toString('hex')}'`;
  if (typeof value !== 'string') return String(value);
  const quoted = `'${value.replaceAll("'", "''")}'`;
  // A line stays a line.
  return quoted.replaceAll('\r', "'||char(13)||'").replaceAll('\n', "'||char(10)||'");
}

/**
 * The database as SQL, one statement a line.
 * @param {string} file
 */
function dump(file) {
  const database = new Database(file, { readonly: true });
  /** @typedef {{ name: string, sql: string, type: string }} Named */
  const objects = /** @type {Named[]} */ (
    /** @type {unknown} */ (
      database
        .prepare(
          `select name, sql, type from sqlite_master where sql is not null and name not like 'sqlite_%'
       order by type = 'index', name`,
        )
        .all()
    )
  );
  const lines = ['PRAGMA foreign_keys = OFF;', 'BEGIN;'];
  for (const { name, sql, type } of objects) {
    lines.push(`${sql.replace(/\s+/g, ' ')};`);
    if (type !== 'table' || PERSONAL.test(name)) continue;
    for (const row of database.prepare(`select * from "${name}"`).raw().iterate()) {
      lines.push(`INSERT INTO "${name}" VALUES (${row.map(literal).join(', ')});`);
    }
  }
  database.close();
  return `${[...lines, 'COMMIT;'].join('\n')}\n`;
}

/** @param {string} folder */
async function receiveSamples(folder) {
  const host = '127.0.0.1';
  const port = await freePort(14_999, host);
  const url = `http://${host}:${port}`;
  const token = 'fixture-token-0123456789abcdef0123456789';
  const env = demoEnvironment({ folder, host, port, token });
  const site = await startSite({ folder, url, env });
  try {
    const { jwt } = await registerEditor(url);
    for (const name of readdirSync(SAMPLES).sort()) {
      const body = readFileSync(join(SAMPLES, name));
      const { deliveryId } = await send(`${url}/api/article-receiver/webhook/${token}`, body);
      if (!deliveryId) throw new Error(`${name} was not taken in.`);
      await settled(url, jwt, deliveryId);
    }
  } finally {
    await site.stop();
  }
}

const { version } = JSON.parse(
  readFileSync(join(ROOT, 'src/plugins/article-receiver/package.json'), 'utf8'),
);
const target = join(ROOT, 'tests', 'upgrades', `${version}.sql`);
if (existsSync(target)) {
  console.error(`${relative(ROOT, target)} is there already. What was released does not change.`);
  process.exit(1);
}
await buildStale([STEPS.plugin, STEPS.site]);
const folder = join(ROOT, '.tmp', 'upgrade-fixture');
await withProgress('Receiving the sample deliveries', () => receiveSamples(folder));
writeFileSync(target, dump(join(folder, 'data.db')));
console.log(`Wrote ${relative(ROOT, target)}.`);
