import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changeType, copyType, ownTypesWith } from './own-types';

/** Types with drafts and without, with locales and without. */
export const KINDS = ['plain', 'drafts', 'locales', 'both'] as const;
export type Kind = (typeof KINDS)[number];

export const hasDrafts = (kind: Kind): boolean => kind === 'drafts' || kind === 'both';
export const hasLocales = (kind: Kind): boolean => kind === 'locales' || kind === 'both';

/** The type of a kind that articles become, and the one of a kind that they lead to. */
export const storyUid = (kind: Kind) => `api::story-${kind}.story-${kind}`;
export const topicUid = (kind: Kind) => `api::topic-${kind}.topic-${kind}`;

const localized = { i18n: { localized: true } };

const optionsOf = (kind: Kind) => ({
  options: { draftAndPublish: hasDrafts(kind) },
  pluginOptions: hasLocales(kind) ? localized : {},
});

/** Types of each kind that articles become, with relations to types of each kind in all places where there may be one. */
export async function relationTypes(): Promise<string> {
  const folder = await ownTypesWith('label', {});
  await mkdir(join(folder, 'components/lead'));
  for (const kind of KINDS) {
    await addTopic(folder, kind);
    await addStory(folder, kind);
  }
  return folder;
}

async function addTopic(folder: string, kind: Kind): Promise<void> {
  const name = { type: 'string', pluginOptions: localized };
  await copyType(folder, 'label', `topic-${kind}`);
  const stories = KINDS.map((from) => {
    const target = storyUid(from);
    return [
      `stories_${from}`,
      { type: 'relation', relation: 'oneToMany', target, mappedBy: `one_${kind}` },
    ];
  });
  await changeType(folder, `topic-${kind}`, (schema) => {
    const attributes = { name, remark: name, ...Object.fromEntries(stories) };
    Object.assign(schema, optionsOf(kind), { attributes });
  });
  const lead = {
    collectionName: `components_lead_${kind}`,
    info: { displayName: kind },
    options: {},
    attributes: {
      text: { type: 'string' },
      one: { type: 'relation', relation: 'oneToOne', target: topicUid(kind) },
    },
  };
  await writeFile(join(folder, `components/lead/${kind}.json`), JSON.stringify(lead));
}

async function addStory(folder: string, kind: Kind): Promise<void> {
  const text = { type: 'string', pluginOptions: localized };
  await copyType(folder, 'label', `story-${kind}`);
  const leading = KINDS.flatMap((to) => {
    const relation = { type: 'relation', target: topicUid(to) };
    const part = { type: 'component', component: `lead.${to}`, pluginOptions: localized };
    return [
      [`one_${to}`, { ...relation, relation: 'manyToOne', inversedBy: `stories_${kind}` }],
      [`many_${to}`, { ...relation, relation: 'manyToMany' }],
      [`part_${to}`, { ...part, repeatable: false }],
      [`items_${to}`, { ...part, repeatable: true }],
    ];
  });
  const components = KINDS.map((to) => `lead.${to}`);
  const attributes = {
    ...{ title: text, slug: { type: 'uid', pluginOptions: localized }, feedId: text },
    ...Object.fromEntries(leading),
    zone: { type: 'dynamiczone', components, pluginOptions: localized },
  };
  await changeType(folder, `story-${kind}`, (schema) => {
    Object.assign(schema, optionsOf(kind), { attributes });
  });
}

/** A mapping in which one topic has to be there, and the others are made. */
export function storyTarget(kind: Kind) {
  const one = { from: 'author', match: 'name' };
  const item = { text: 'item', one: { from: 'item', match: 'name', create: true } };
  const fields = KINDS.map((to) => ({
    [`one_${to}`]: one,
    [`many_${to}`]: { from: 'tags', match: 'name', create: true },
    [`part_${to}`]: { fields: { text: 'title', one } },
    [`items_${to}`]: { each: 'keyTakeaways', fields: item },
  }));
  const zone = KINDS.map((to) => ({ component: `lead.${to}`, each: 'keyTakeaways', fields: item }));
  return {
    type: storyUid(kind),
    fields: {
      ...{ title: 'title', slug: 'slug', feedId: 'id', zone },
      ...(Object.assign({}, ...fields) as Record<string, unknown>),
    },
  };
}

const WITH_ONE = { populate: { one: true } };

/** All to which a story leads. */
export const STORY_POPULATE = {
  ...(Object.assign(
    {},
    ...KINDS.map((to) => ({
      ...{ [`one_${to}`]: true, [`many_${to}`]: true },
      ...{ [`part_${to}`]: WITH_ONE, [`items_${to}`]: WITH_ONE },
    })),
  ) as Record<string, unknown>),
  zone: { on: Object.fromEntries(KINDS.map((to) => [`lead.${to}`, WITH_ONE])) },
};
