import fc from 'fast-check';
import { censusOf } from '../../support/articles/census';
import { makeImage, type WireImage } from '../../support/feed/images';
import { ProcessSite } from '../../support/site/process-site';
import { until } from '../../support/until';
import { playedInstances } from './kill-play';
import { ARTICLES, PICTURES, plans, type Plan } from './kill-steps';
import { expectTold, newStory } from './kill-story';

const PATIENCE_MS = 3_600_000;
/** An instance finds what another left behind within this time. */
const SWEEP_MS = 500;

/** Pictures that no other run has. */
const pictures = (run: number): Promise<WireImage[]> =>
  Promise.all(
    Array.from({ length: PICTURES }, (_, number) => {
      const color = `#${(run * PICTURES + number).toString(16).padStart(6, '0')}`;
      const url = `https://cdn.example.com/${run}/${number}.png`;
      return makeImage({ color }, { kind: 'hero', url });
    }),
  );

const isOnce = (all: readonly string[]) =>
  expect([...new Set(all)].sort()).toEqual([...all].sort());

describe('people at two instances of a site that are killed at any moment', () => {
  let one: ProcessSite;
  let two: ProcessSite;
  let runs = 0;

  beforeAll(async () => {
    one = await ProcessSite.create({ overlay: { plugin: { sweepIntervalMs: SWEEP_MS } } });
    await one.startWell();
    two = await one.instance();
    await two.startWell();
    for (const { client } of [one, two]) await client.status();
  });
  afterAll(async () => {
    await two?.kill();
    await one?.destroy();
  });

  async function play(plan: Plan): Promise<void> {
    const run = (runs += 1);
    const stories = Array.from({ length: ARTICLES }, (_, number) =>
      newStory(`instances-${run}-${number}`),
    );
    const tag = `Run ${run}`;
    await playedInstances([one, two]).play(plan, stories, { pictures: await pictures(run), tag });
    await one.client.settled();
    await until('the other to rest', async () => {
      return (await two.client.status()).runner.running === null;
    });
    for (const story of stories) await expectTold(one.client, story);
    const { onDisk, files, tags, campaigns, deliveries } = await censusOf(one);
    expect(onDisk).toEqual(files);
    [files, tags, campaigns, deliveries].forEach(isOnce);
    const { data } = await one.client.admin<{ data: object }>('POST', '/article-receiver/rebuild', {
      dryRun: true,
    });
    expect(data).toMatchObject({ create: 0, update: 0, publish: 0, unpublish: 0, changes: [] });
  }

  it(
    'lose no delivery and no edit, and double nothing',
    async () => {
      await fc.assert(fc.asyncProperty(plans, play), {
        numRuns: Math.ceil(Number(process.env.DISORDER_RUNS ?? 5) / 5),
        endOnFailure: true,
      });
    },
    PATIENCE_MS,
  );
});
