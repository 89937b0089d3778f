/**
 * `npm run demo`: the whole product on sample deliveries, with nothing to set up.
 * `npm run demo -- --once` checks that every step came out as expected, and ends.
 */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describeChange, readArticle } from './demo/article.mjs';
import { registerEditor, grantPublicReading } from './demo/editor.mjs';
import { demoEnvironment } from './demo/environment.mjs';
import { addresses, expectations } from './demo/expectations.mjs';
import { freePort } from './demo/port.mjs';
import { startSite } from './demo/site.mjs';
import { readLog, send, settled } from './demo/webhook.mjs';
import { buildStale } from './support/build.mjs';
import { STEPS } from './support/build-steps.mjs';
import { withProgress } from './support/progress.mjs';
import { ROOT } from './support/root.mjs';

/** @typedef {{ url: string, webhook: string, token: string, jwt: string, logFile: string }} Demo */

const SAMPLES = join(ROOT, 'examples', 'deliveries');
const once = process.argv.includes('--once');

/**
 * Sends every sample in order and prints one line for each, after its article is written.
 * @param {Demo} demo
 */
async function sendSamples({ url, webhook, jwt }) {
  const files = (await readdir(SAMPLES)).filter((file) => file.endsWith('.json')).sort();
  const width = Math.max(...files.map((file) => file.length));
  const sent = [];

  for (const file of files) {
    const body = await readFile(join(SAMPLES, file));
    /** @type {{ article: { id: string } }} */
    const { article } = JSON.parse(body.toString());
    const before = await readArticle(url, jwt, article.id);
    const { status, outcome, deliveryId } = await send(webhook, body);
    const head = `  ${file.padEnd(width)}  ${status} ${outcome}`;
    if (!deliveryId) {
      console.log(head);
      continue;
    }
    const { state, reason } = await settled(url, jwt, deliveryId);
    const after = await readArticle(url, jwt, article.id);
    const why = reason ? ` (${reason})` : '';
    console.log(`${head.padEnd(width + 16)}  ${state}: ${describeChange(before, after)}${why}`);
    sent.push({ file, body, status, deliveryId, documentId: after?.documentId ?? '' });
  }
  return sent;
}

/**
 * @param {Demo} demo
 * @param {Awaited<ReturnType<typeof sendSamples>>} sent
 * @returns {Promise<boolean>} whether all of it holds
 */
async function check(demo, sent) {
  const log = await readLog(demo.url, demo.jwt);
  const archivedDocumentId = sent.find(({ file }) => file.startsWith('07'))?.documentId ?? '';
  let failures = 0;

  console.log('\nExpected:\n');
  for (const { says, holds } of expectations({ ...demo, log, sent, archivedDocumentId })) {
    /** @type {true | string} */
    const verdict = await holds().then(
      (held) => held || 'it is not so',
      (error) => String(error),
    );
    if (verdict !== true) failures += 1;
    console.log(verdict === true ? `  ✓ ${says}` : `  ✗ ${says}: ${verdict}`);
  }
  console.log(failures === 0 ? '\nAll as expected.' : `\n${failures} not as expected.`);
  return failures === 0;
}

/**
 * @param {Demo} demo
 * @param {{ email: string, password: string }} editor
 */
async function printAddresses({ url }, editor) {
  const { json, llmsTxt, jsonLd, admin } = await addresses(url);
  console.log(`
To open while it runs:

  The article as JSON  ${json}
  Its llms.txt         ${llmsTxt}
  Its JSON-LD          ${jsonLd}
  The admin            ${admin}
                       ${editor.email}, password ${editor.password}`);
}

/** @param {Demo} demo */
function printWhatNext({ webhook, logFile }) {
  console.log(`
To send a delivery of your own:

  curl -H 'content-type: application/json' --data-binary @FILE.json ${webhook}

The site's log is in ${relative(ROOT, logFile)}. Ctrl-C ends the demo.`);
}

async function main() {
  await buildStale(Object.values(STEPS), { env: { ...process.env, PUBLIC_URL: '' } });

  const host = process.env.HOST || '127.0.0.1';
  const port = await freePort(Number(process.env.PORT) || 1337, host);
  const url = `http://${/^(0\.0\.0\.0|127\.0\.0\.1|::)$/.test(host) ? 'localhost' : host}:${port}`;
  const token = randomBytes(24).toString('hex');
  const folder = join(ROOT, '.tmp', 'demo', String(port));
  const env = demoEnvironment({ folder, host, port, token });

  const site = await withProgress('Starting the site', () => startSite({ folder, url, env }));
  try {
    const editor = await registerEditor(url);
    await grantPublicReading(url, editor.jwt);
    const webhook = `${url}/api/article-receiver/webhook/${token}`;
    const demo = { url, webhook, token, jwt: editor.jwt, logFile: site.logFile };

    console.log('\nSending the sample deliveries to the webhook:\n');
    const sent = await sendSamples(demo);
    await printAddresses(demo, editor);
    if (once) return await check(demo, sent);
    printWhatNext(demo);
    return (await site.ended) === 0;
  } finally {
    await site.stop();
  }
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
