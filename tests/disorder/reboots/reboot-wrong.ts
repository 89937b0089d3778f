import { lostOf } from './reboot-hands';
import { textsOf, typeOf, type Settings } from './reboot-settings';
import { documentsOf, valueAt, type Document } from './reboot-shown';
import { changed, shownContent } from './reboot-changes';
import { languageOf, linkedSlug, serviceValue, type Told } from './reboot-site';
import type { Word } from './reboot-steps';
import { articles, type World } from './reboot-world';

interface Row {
  deliveryId: string;
  articleId: string;
  state: string;
  reason: string | null;
  reasonCode: string | null;
}

const deliveriesOf = ({ site }: World): Promise<Row[]> =>
  site.strapi.db.query('plugin::article-receiver.delivery').findMany({});

export const NOTHING = { lost: [], twice: [], back: [], unsettled: [], untold: [] };

/** What is wrong whatever has happened. */
export async function wrongIn(world: World) {
  const { site, settings, hands, told, played } = world;
  const uid = typeOf(settings);
  const documents = await documentsOf(site, uid);
  const made = documents.filter(({ documentId }) => !hands.all.get(documentId)?.isOwn);
  const each = new Map(made.map(({ documentId, of }) => [documentId, of]));
  const rows = await deliveriesOf(world);
  return {
    lost: lostOf(hands, documents, uid),
    twice: [...each.values()].filter((of, index, all) => all.indexOf(of) !== index),
    back: articles.filter(
      (one) => hands.isGone(uid, one) && documents.some(({ of }) => of === played.idOf(one)),
    ),
    unsettled: rows
      .filter(({ state }) => ['pending', 'failed', 'quarantined'].includes(state))
      .map(({ state, reason }) => `${state}: ${reason}`),
    untold: told.filter(({ deliveryId }) => !rows.some((row) => row.deliveryId === deliveryId)),
  };
}

/** What shows, once everything was projected, something else than what was said, where no person had a part. */
export async function staleIn(world: World): Promise<string[]> {
  const { site, settings, hands, played } = world;
  const uid = typeOf(settings);
  const documents = await documentsOf(site, uid);
  const rows = await deliveriesOf(world);
  return articles.flatMap((article) => {
    const said = saidOf(world, article);
    const parked = rows.filter(
      ({ articleId, state }) => state === 'parked' && articleId === played.idOf(article),
    );
    const newest = said.at(-1);
    const waits = parked.some(({ reasonCode }) => reasonCode?.startsWith('locale'));
    if (!newest || waits || hands.isGone(uid, article)) return [];
    const found = documents.filter(({ of }) => of === played.idOf(article)).at(-1);
    if (!found) return [`${article}: is not there`];
    const hand = hands.all.get(found.documentId);
    if (hand?.isOwn) return [];
    const isTheirs = (field: string) => hand?.texts.has(field) || hand?.loose.has(field);
    const isUntouched = parked.length === 0 && !hand?.isByHand;
    const fields = Object.keys(textsOf(settings)).filter((field) => !isTheirs(field));
    return [
      ...differing(world, found.draft, newest, fields),
      ...(isUntouched ? differingOut(world, found, { said, fields }) : []),
    ].map((one) => `${article}: ${one}`);
  });
}

/** What was said of an article, as far as it counts, in its order. */
const saidOf = ({ told, settings }: World, article: number): Told[] =>
  told
    .filter((one) => one.article === article && effectOf(settings, one.word) !== 'ignore')
    .sort((a, b) => a.at - b.at);

const effectOf = ({ ready, published, archived }: Settings, word: Word) =>
  ({ ready: ready === true ? 'publish' : 'draft', published, archived })[word];

function differing(
  { settings, run }: World,
  shown: Document['draft'],
  { says, article }: Told,
  fields: readonly string[],
): string[] {
  const title = serviceValue('title', says);
  const [slug, language] = [String(shown?.slug), languageOf(article)];
  return fields.flatMap((field) => {
    const from = textsOf(settings)[field] ?? '';
    const said =
      from === 'content'
        ? shownContent(settings, title ?? '', { slug: linkedSlug(run, article), language })
        : serviceValue(from, says);
    const wanted = changed(settings, from, said, { title, slug });
    const value = valueAt(shown, field) || null;
    return value === wanted ? [] : [`${field} is ${value}, not ${wanted}`];
  });
}

/** The same of what readers have: the newest that is published, unless a later one is not. */
function differingOut(
  world: World,
  { published }: Document,
  { said, fields }: { said: readonly Told[]; fields: readonly string[] },
): string[] {
  const { settings } = world;
  // Of plans, the days decide.
  if (settings.ready === 'planned') return [];
  const last = said.findLast(({ word }) => effectOf(settings, word) !== 'draft');
  if (!last) return [];
  const isPublic = effectOf(settings, last.word) === 'publish';
  if (isPublic !== (published !== null)) return [`public: ${published !== null}`];
  return published ? differing(world, published, last, fields).map((one) => `public ${one}`) : [];
}
