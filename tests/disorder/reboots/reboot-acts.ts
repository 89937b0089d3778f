import { adopted, publishedBy, tookBack, wrote, type Hand } from './reboot-hands';
import { rebuiltAsForeseen } from './reboot-foreseen';
import { ARTICLE, POST, textsOf, typeOf, WRITTEN, wordsOf } from './reboot-settings';
import { documentsOf, valueAt, type Document } from './reboot-shown';
import type { Step } from './reboot-steps';
import { articles, entriesOf, otherThan, overrule, overwrite, type World } from './reboot-world';

type Make = Extract<Step, { do: 'make' }>;
type Deliver = Extract<Step, { do: 'deliver' }>;
type ByHand = Exclude<Step, Make | Deliver | { do: 'rebuild' }>;

/** Carries a step out, and notes what has to stay of it. */
export async function carryOut(world: World, step: Step): Promise<void> {
  if (step.do === 'rebuild') await rebuild(world);
  else if (step.do === 'deliver') await deliver(world, step);
  else if (step.do === 'make') await make(world, step);
  else await byHand(world, step);
  overwrite(world);
  overrule(world);
}

/** Rebuilds as a dry run says. */
export async function rebuild(world: World): Promise<void> {
  const { site, settings, played } = world;
  overwrite(world);
  overrule(world);
  world.isUnseen = false;
  const ids = articles.map((one) => played.idOf(one));
  await rebuiltAsForeseen(site, typeOf(settings), ids);
}

async function deliver(world: World, step: Deliver): Promise<void> {
  const { hands, settings, told, played, number } = world;
  if (step.word !== 'ready' || settings.ready !== false) hands.overruled(step.article);
  told.push(await played.deliver(step, number));
}

async function make(world: World, { article, by, publish }: Make): Promise<void> {
  const { hands, played, settings, run, number } = world;
  if ((await entriesOf(world, article)).length > 0) return;
  const uid = typeOf(settings);
  const text = uid === POST ? 'excerpt' : 'description';
  const slug = by === 'slug' ? played.slugOf(article) : `own-${run}-${number}`;
  // Nobody may give two entries one slug.
  if ((await documentsOf(world.site, uid)).some((one) => one.slug === slug)) return;
  const values = { title: `Own title ${number}`, [text]: `Own text ${number}`, slug };
  const id = { [uid === POST ? 'feedId' : 'sourceId']: played.idOf(article) };
  const data = { ...values, ...(by === 'id' ? id : {}) };
  const documentId = await played.make(uid, article, data, publish);
  adopted(hands.of(uid, documentId, article), values, publish);
  // Whether the service's word changes, is seen from what was said before the entry was there, or its predecessor deleted.
  const said = saidOf(world, article);
  const isNew = world.told.every((one) => one.article !== article);
  if (!isNew && hands.saidBefore(uid, article) !== said) hands.overruled(article);
  if (by === 'id') hands.isBack(uid, article);
}

async function byHand(world: World, step: ByHand): Promise<void> {
  const { hands, settings } = world;
  // The plugin's own type is out of sight while articles go to another.
  const isElsewhere = step.elsewhere && typeOf(settings) === ARTICLE;
  const uid = isElsewhere ? POST : typeOf(settings);
  // The entry that people take for the article's.
  const entry = (await entriesOf(world, step.article, uid)).at(-1);
  if (!entry) return;
  const hand = hands.of(uid, entry.documentId, step.article);
  if (step.do === 'save') return save(world, step, { entry, hand, isElsewhere });
  if (step.do === 'delete') return remove(world, { entry, hand });
  if (step.do === 'accept' || step.do === 'reject') return decide(world, step.do, hand);
  if (step.do === 'release') return release(world, hand);
  await publication(world, step.do, { entry, hand });
}

/** What the service has said of an article, and what its words do. */
const saidOf = ({ told, settings }: World, article: number): string =>
  `${told.filter((one) => one.article === article).length} ${wordsOf(settings)}`;

interface Held {
  entry: Document;
  hand: Hand;
}

async function save(
  { played, settings, number }: World,
  { field: at, publish, empties }: Extract<Step, { do: 'save' }>,
  { entry, hand, isElsewhere }: Held & { isElsewhere: boolean },
): Promise<void> {
  const names = WRITTEN[hand.uid] ?? [];
  const field = names[at % names.length] ?? 'title';
  // What is empty where the service has nothing to say, or had said nothing of an entry of theirs, is filled by it later.
  const mayEmpty = !isElsewhere && !hand.isOwn && field in textsOf(settings);
  const isFilled = mayEmpty && valueAt(entry.draft, field);
  const text = empties && isFilled && !/title/i.test(field) ? null : `Person ${number}`;
  await played.save(hand.uid, entry, { path: field, text, publish });
  if (field.startsWith('seo.') && !entry.draft?.seo) hand.loose.add('seo.metaTitle');
  wrote(hand, field, text);
  if (publish) publishedBy(hand);
}

async function remove(world: World, { entry, hand }: Held): Promise<void> {
  const { played, hands } = world;
  const { uid, article, documentId } = hand;
  await played.byHand(uid, 'delete', entry);
  hands.all.delete(documentId);
  if ((await entriesOf(world, article, uid)).length > 0) return;
  const isNowhere = (await entriesOf(world, article, otherThan(uid))).length === 0;
  hands.isDeleted(uid, article, { said: saidOf(world, article), isNowhere });
}

async function decide({ played }: World, decision: 'accept' | 'reject', hand: Hand) {
  const field = await played.decide(hand.documentId, decision);
  if (field === null || decision === 'reject') return;
  for (const one of [...hand.texts.keys()])
    if (one === field || one.startsWith(`${field}.`)) {
      hand.texts.delete(one);
      hand.out.delete(one);
    }
}

async function release({ played }: World, hand: Hand): Promise<void> {
  if (!(await played.release(hand.documentId))) return;
  hand.out.clear();
  hand.word = null;
}

async function publication(
  { played }: World,
  action: 'publish' | 'unpublish' | 'discardDraft',
  { entry, hand }: Held,
): Promise<void> {
  if (action !== 'publish' && !entry.published) return;
  await played.byHand(hand.uid, action, entry);
  if (action === 'publish') publishedBy(hand);
  else if (action === 'discardDraft') tookBack(hand, entry);
  else Object.assign(hand, { word: 'unpublish', isByHand: true, out: new Map() });
}
