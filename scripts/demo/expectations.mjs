import { readFile } from 'node:fs/promises';
import { requestJson } from './http.mjs';
import { send } from './webhook.mjs';

/**
 * @typedef {import('./webhook.mjs').LogEntry} LogEntry
 * @typedef {{ file: string, body: Buffer, status: number, deliveryId: string }} Sent
 * @typedef {{ documentId: string, heroImage: { url: string } | null, content: string }} PublicArticle
 * @typedef {{ url: string, webhook: string, token: string, logFile: string,
 *   log: Map<string, LogEntry>, sent: Sent[], archivedDocumentId: string }} Outcome
 * @typedef {{ says: string, holds: () => Promise<boolean> }} Expectation
 */

/** The state of each sample once all of them are in, and the word its reason has to name. */
const FINAL_STATES = {
  '01-ready-pour-over.json': 'superseded',
  '02-ready-grinder.json': 'superseded',
  '03-ready-kette.json': 'superseded',
  '04-published-pour-over.json': 'superseded',
  '05-revised-pour-over.json': 'superseded',
  '06-published-kette.json': 'applied',
  '07-archived-pour-over.json': 'applied',
  '08-unknown-status-grinder.json': 'parked',
};
const PUBLISHED_SLUG = 'kette-richtig-oelen';

/**
 * The one published article, read as anybody can.
 * @param {string} url
 */
async function readPublished(url) {
  const query = new URLSearchParams({
    'filters[slug][$eq]': PUBLISHED_SLUG,
    'populate[heroImage]': 'true',
  });
  /** @type {{ data: PublicArticle[] }} */
  const { data } = await requestJson(`${url}/api/article-receiver/articles?${query}`);
  return data[0];
}

/** @param {string} url */
const publicAddresses = (url) => ({
  llmsTxt: `${url}/api/article-receiver/articles/${PUBLISHED_SLUG}/llms.txt`,
  jsonLd: `${url}/api/article-receiver/articles/${PUBLISHED_SLUG}/json-ld`,
});

/**
 * @param {string} address
 * @param {RegExp} contentType
 */
async function serves(address, contentType) {
  const response = await fetch(address);
  await response.arrayBuffer();
  return response.status === 200 && contentType.test(response.headers.get('content-type') ?? '');
}

/**
 * Whether the article has a hero image, and that and every picture in its text can be loaded.
 * @param {string} url
 */
async function imagesLoad(url) {
  const article = await readPublished(url);
  if (!article?.heroImage) return false;
  const inText = [...article.content.matchAll(/!\[[^\]]*\]\(([^)\s]+)/g)].map((match) => match[1]);
  const addresses = [article.heroImage.url, ...inText].map(
    (found) => new URL(found ?? '', url).href,
  );
  const loaded = await Promise.all(addresses.map((address) => serves(address, /^image\//)));
  return addresses.every((address) => address.startsWith(url)) && loaded.every(Boolean);
}

/**
 * @param {Outcome} outcome
 * @returns {Expectation[]}
 */
function states({ log, sent }) {
  return Object.entries(FINAL_STATES).map(([file, state]) => ({
    says: `${file} was accepted (202) and is ${state}`,
    async holds() {
      const delivery = sent.find((candidate) => candidate.file === file);
      return delivery?.status === 202 && log.get(delivery.deliveryId)?.state === state;
    },
  }));
}

/**
 * Everything that has to be true after the eight samples.
 * @param {Outcome} outcome
 * @returns {Expectation[]}
 */
export function expectations(outcome) {
  const { url, webhook, token, logFile, log, sent, archivedDocumentId } = outcome;
  const unknownStatus = sent.find(({ file }) => file.startsWith('08'));
  const { llmsTxt, jsonLd } = publicAddresses(url);
  return [
    ...states(outcome),
    {
      says: 'the parked delivery names the unknown status in_translation',
      holds: async () =>
        log.get(unknownStatus?.deliveryId ?? '')?.reason?.includes('in_translation') === true,
    },
    {
      says: 'exactly one article is public, and it can be read without an account',
      async holds() {
        /** @type {{ data: PublicArticle[] }} */
        const { data } = await requestJson(`${url}/api/article-receiver/articles`);
        return data.length === 1 && (await readPublished(url))?.documentId === data[0]?.documentId;
      },
    },
    { says: 'its images point at files that load', holds: () => imagesLoad(url) },
    {
      says: 'its llms.txt is served',
      holds: () => serves(llmsTxt, /^text\/plain; charset=utf-8/i),
    },
    { says: 'its JSON-LD is served', holds: () => serves(jsonLd, /^application\/ld\+json/) },
    {
      says: 'the archived article is gone for the public (404)',
      async holds() {
        const address = `${url}/api/article-receiver/articles/${archivedDocumentId}`;
        return (await fetch(address)).status === 404;
      },
    },
    {
      says: 'the same bytes sent again are a duplicate (200) of the first delivery',
      async holds() {
        const first = sent[0];
        if (!first) return false;
        const again = await send(webhook, first.body);
        return (
          again.status === 200 &&
          again.outcome === 'duplicate' &&
          again.deliveryId === first.deliveryId
        );
      },
    },
    {
      says: 'a wrong token is refused (401)',
      holds: async () => (await send(`${webhook}wrong`, Buffer.from('{}'))).status === 401,
    },
    {
      says: "no line of the site's log shows the token",
      holds: async () => !(await readFile(logFile, 'utf8')).includes(token),
    },
  ];
}

/**
 * The addresses worth opening once everything is in.
 * @param {string} url
 */
export async function addresses(url) {
  const article = await readPublished(url);
  const { llmsTxt, jsonLd } = publicAddresses(url);
  const json = `${url}/api/article-receiver/articles/${article?.documentId}?populate=*`;
  return { json, llmsTxt, jsonLd, admin: `${url}/admin` };
}
