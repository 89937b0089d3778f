import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { WireImage } from '../../support/feed/images';
import type { Site } from '../../support/site/site';
import { emptyStorage } from '../shared/shared-shown';
import { carryOut, rebuild } from './reboot-acts';
import { Hands, lostOf } from './reboot-hands';
import { ARTICLE, configOf, POST, typeOf, wordsOf, type Settings } from './reboot-settings';
import { documentsOf, doubledOf, NOTHING_DOUBLED } from './reboot-shown';
import { GERMAN, playedSite } from './reboot-site';
import type { Epoch } from './reboot-steps';
import { otherThan, overrule, type World } from './reboot-world';
import { NOTHING, staleIn, wrongIn } from './reboot-wrong';

/** What an editor's work sets off follows its commit. */
const SOON_MS = 10_000;

/** Plays a history: boot by boot, step by step. */
export async function playHistory(
  site: Site,
  epochs: readonly Epoch[],
  { run, pictures }: { run: string; pictures: readonly WireImage[] },
): Promise<void> {
  const [first] = epochs;
  if (!first) return;
  const played = playedSite(site, run, pictures);
  const { settings } = first;
  const world: World = {
    ...{ site, run, played, settings, hands: new Hands(), told: [], number: 0, isUnseen: false },
  };
  for (const [index, epoch] of epochs.entries()) await playEpoch(world, epoch, index);
  await emptyStorage(site);
}

async function playEpoch(
  world: World,
  { settings, rebuilds, steps }: Epoch,
  index: number,
): Promise<void> {
  const { site, hands } = world;
  await reboot(world, settings);
  const others = otherThan(typeOf(settings));
  let kept = await documentsOf(site, others);
  if (rebuilds) await rebuildRight(world, { boot: index, at: 'its beginning' });
  for (const step of steps) {
    world.number += 1;
    await carryOut(world, step);
    if ('elsewhere' in step && step.elsewhere) kept = await documentsOf(site, others);
    await nothingWrong(world, { boot: index, number: world.number, step });
  }
  await rebuildRight(world, { boot: index, at: 'its end' });
  // What another type has, stays there as it is.
  expect(await documentsOf(site, others)).toEqual(kept);
  expect(lostOf(hands, kept, others)).toEqual([]);
  expect(await doubledOf(site)).toEqual(NOTHING_DOUBLED);
}

/** Boots with other settings: that by itself changes nothing that is there. */
async function reboot(world: World, settings: Settings): Promise<void> {
  const { site, played } = world;
  // What waits for its language is taken up where the new settings know it.
  const all = async () =>
    [...(await documentsOf(site, ARTICLE)), ...(await documentsOf(site, POST))].filter(
      ({ of }) => of !== played.idOf(GERMAN),
    );
  const before = await all();
  await site.restart(configOf(settings));
  await site.settle();
  expect(await all()).toEqual(before);
  if (wordsOf(world.settings) !== wordsOf(settings)) world.isUnseen = true;
  overrule(world);
  world.settings = settings;
}

async function rebuildRight(world: World, at: object): Promise<void> {
  await rebuild(world);
  await nothingWrong(world, at);
  expect({ ...at, stale: await staleIn(world) }).toEqual({ ...at, stale: [] });
}

async function nothingWrong(world: World, at: object): Promise<void> {
  const right = { ...at, ...NOTHING };
  const deadline = Date.now() + SOON_MS;
  for (;;) {
    await world.site.settle();
    const seen = { ...at, ...(await wrongIn(world)) };
    if (isDeepStrictEqual(seen, right)) return;
    if (Date.now() > deadline) expect(seen).toEqual(right);
    await pause(50);
  }
}
