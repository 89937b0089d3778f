import { readdir } from 'node:fs/promises';
import type { WireDelivery } from '../support/feed/deliveries';
import { OWN_TYPES, POST_TARGET } from '../support/articles/own-types';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';
import { makeHistory } from './history';

const POINTS = [
  ['an uploaded image is recorded', 'after-upload'],
  ['the content is written', 'before-content'],
  ['an entry is published, its content being written', 'before-publication:2'],
  ['the outcome is recorded', 'before-outcome:2'],
  ['a publication is committed', 'before-commit:2'],
  ['anything else happens, a publication being committed', 'after-commit:2'],
] as const;

const OVERLAY = { types: OWN_TYPES, plugin: { target: POST_TARGET } };

interface Entries {
  data: Record<string, unknown>[];
}

const INCIDENTAL = new Set('id documentId createdAt updatedAt publishedAt'.split(' '));

function essence(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(essence);
  return Object.fromEntries(
    Object.entries(value)
      // The sizes of an image are made at the same time, and kept in the order of being done.
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .filter(([name]) => !INCIDENTAL.has(name))
      .map(([name, entry]) => [name, essence(entry)]),
  );
}

/** All that a site has of its own types, row by row and file by file. */
async function censusOf({ client, uploads }: ProcessSite) {
  const read = async (path: string) =>
    ((await client.content<Entries>(`/api/${path}`)).data.map(essence) as object[])
      .map((entry) => JSON.stringify(entry))
      .sort();
  const deep = [
    'populate[seo][populate]=*&populate[takeaways]=true&populate[sections][populate]=*',
    'populate[cover]=true&populate[labels]=true&populate[category]=true&populate[author]=true',
  ].join('&');
  return {
    drafts: await read(`posts?status=draft&${deep}`),
    published: await read(`posts?${deep}`),
    categories: await read('categories'),
    labels: await read('labels'),
    authors: await read('authors?status=draft'),
    files: (await client.content<object[]>('/api/upload/files')).length,
    onDisk: (await readdir(uploads)).filter((name) => !name.startsWith('.')).sort(),
  };
}

describe('a site with a type of its own that is killed', () => {
  let history: WireDelivery[];
  /** What a site ends up with that nothing happens to. */
  let undisturbed: Awaited<ReturnType<typeof censusOf>>;
  let site: ProcessSite;

  async function sendAll(): Promise<void> {
    for (const delivery of history) {
      const answer = await site.deliver(delivery);
      if (!answer || !(await settledOrGone())) return;
    }
  }

  async function settledOrGone(): Promise<boolean> {
    try {
      await site.client.settled();
      return true;
    } catch {
      await until('the process to be gone', () => !site.isRunning);
      return false;
    }
  }

  beforeAll(async () => {
    history = await makeHistory();
    site = await (await ProcessSite.create({ overlay: OVERLAY })).startWell();
    await sendAll();
    undisturbed = await censusOf(site);
    await site.destroy();
  });
  afterEach(() => site.destroy());

  it('has a history to lose', () => {
    expect(undisturbed.published).toHaveLength(2);
    expect(undisturbed.drafts).toHaveLength(2);
    expect(undisturbed.labels).toHaveLength(2);
    expect(undisturbed.files).toBe(2);
  });

  it.each(POINTS)('before %s loses and doubles nothing', async (_, point) => {
    site = await ProcessSite.create({ overlay: OVERLAY });
    await site.startWell({ ARTICLE_RECEIVER_KILL_AT: point });
    await sendAll();
    expect(await site.gone()).toEqual({ code: null, signal: 'SIGKILL' });
    await site.letClaimsLapse();
    await site.startWell();
    await site.client.settled();
    await sendAll();
    expect(await censusOf(site)).toEqual(undisturbed);
  });
});
