import { cp, mkdtemp, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Content types of a site's own: a localized Post with components, and a Note without drafts. */
export const OWN_TYPES = join(__dirname, '..', 'sites', 'own-types');

export const POST = 'api::post.post';
export const NOTE = 'api::note.note';

/** A mapping with every kind of field. */
export const POST_TARGET = {
  type: POST,
  fields: {
    title: 'title',
    slug: 'slug',
    formerSlugs: 'previousSlugs',
    feedId: 'id',
    excerpt: { from: ['description', 'tldr'] },
    body: 'content',
    kind: {
      from: 'articleType',
      table: { pillar: 'guide', cluster: 'review' },
      otherwise: 'other',
    },
    source: { value: 'feed' },
    publishedOn: 'frontmatterDate',
    changedAt: 'updatedAt',
    words: 'wordCount',
    rating: 'reviewScore',
    keywords: 'keywords',
    structured: 'files.jsonLd',
    llms: 'llmsTxt',
    isLive: 'isPublished',
    cover: 'heroImage',
    gallery: 'images',
    seo: {
      fields: {
        metaTitle: 'title',
        metaDescription: 'description',
        image: 'heroImage',
        social: { fields: { heading: 'primaryKeyword' } },
      },
    },
    takeaways: { each: 'keyTakeaways', fields: { text: 'item' } },
    sections: [
      { component: 'blocks.rich-text', fields: { body: 'tldr' } },
      {
        component: 'blocks.picture',
        each: 'images',
        fields: { file: 'item', alternative: 'item.alt', caption: 'item.caption' },
      },
    ],
    category: { from: 'category', match: 'name', create: true },
    labels: {
      from: 'tags',
      match: 'label',
      create: { origin: { value: 'feed' } },
    },
    author: { from: 'author', match: 'name', create: true },
  },
};

/** The same, where labels are made for whatever the service names, and its author has to be there. */
export const NAMES_TARGET = {
  ...POST_TARGET,
  fields: {
    ...POST_TARGET.fields,
    author: { from: 'author', match: 'name' },
    labels: { ...POST_TARGET.fields.labels, create: true },
  },
};

/** A mapping onto a type without drafts and without locales. */
export const NOTE_TARGET = {
  type: NOTE,
  fields: {
    headline: 'title',
    address: 'slug',
    text: 'content',
    html: { from: 'content', as: 'html' },
    state: {
      from: 'status',
      table: { draft: 'open', published: 'live', archived: 'gone' },
      otherwise: 'open',
    },
    live: 'isPublished',
    labels: { from: 'tags', match: 'handle', create: { label: 'item' } },
    cover: 'heroImage',
  },
};

interface Schema {
  info: Record<string, unknown>;
  options: Record<string, unknown>;
  pluginOptions: Record<string, unknown>;
  attributes: Record<string, Record<string, unknown>>;
}

/** The same types in a new folder, with other words on some attributes of one of them. */
export async function ownTypesWith(
  type: string,
  attributes: Schema['attributes'],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'article-receiver-types-'));
  await cp(OWN_TYPES, folder, { recursive: true });
  await symlink(
    join(__dirname, '..', '..', '..', 'node_modules'),
    join(folder, 'node_modules'),
    'dir',
  );
  await changeType(folder, type, (schema) => {
    for (const [name, changes] of Object.entries(attributes)) {
      schema.attributes[name] = { ...schema.attributes[name], ...changes };
    }
  });
  return folder;
}

/** Changes the schema of a type in such a folder, which a site has from its next start on. */
export async function changeType(
  folder: string,
  type: string,
  change: (schema: Schema) => void,
): Promise<void> {
  await changeSchema(join(folder, `api/${type}/content-types/${type}/schema.json`), change);
}

/** The same of a component. @param component with its category, as in `shared.point`. */
export async function changeComponent(
  folder: string,
  component: string,
  change: (schema: Pick<Schema, 'attributes'>) => void,
): Promise<void> {
  await changeSchema(join(folder, 'components', `${component.replace('.', '/')}.json`), change);
}

async function changeSchema(file: string, change: (schema: Schema) => void): Promise<void> {
  const schema = JSON.parse(await readFile(file, 'utf8')) as Schema;
  change(schema);
  await writeFile(file, JSON.stringify(schema));
}

/** Gives a type in such a folder another name, on the same table: what else refers to it says the new one. */
export async function renameType(folder: string, from: string, to: string): Promise<void> {
  await rename(join(folder, 'api', from), join(folder, 'api', to));
  await nameFiles(folder, from, to);
  await replaceIn(join(folder, 'api'), `api::${from}.${from}`, `api::${to}.${to}`);
}

/** Adds a type to such a folder that is like another one, on a table of its own. */
export async function copyType(folder: string, from: string, to: string): Promise<void> {
  const api = join(folder, 'api', to);
  await cp(join(folder, 'api', from), api, { recursive: true });
  await nameFiles(folder, from, to);
  await replaceIn(api, `api::${from}.${from}`, `api::${to}.${to}`);
  await changeType(folder, to, (schema) => {
    Object.assign(schema, { collectionName: to.replaceAll('-', '_') });
  });
}

/** Gives the files of a type another name. @param to the name that its folder has already. */
async function nameFiles(folder: string, from: string, to: string): Promise<void> {
  const api = join(folder, 'api', to);
  await rename(join(api, 'content-types', from), join(api, 'content-types', to));
  for (const kind of ['controllers', 'routes', 'services']) {
    await rename(join(api, kind, `${from}.js`), join(api, kind, `${to}.js`));
  }
  await changeType(folder, to, ({ info }) => {
    Object.assign(info, { singularName: to, pluralName: `${to}-list` });
  });
}

/** Gives a component in such a folder another name. @param from with its category, as in `shared.point`. */
export async function renameComponent(folder: string, from: string, to: string): Promise<void> {
  const fileOf = (name: string) => join(folder, 'components', `${name.replace('.', '/')}.json`);
  await rename(fileOf(from), fileOf(to));
  for (const part of ['api', 'components'])
    await replaceIn(join(folder, part), `"${from}"`, `"${to}"`);
}

/** Replaces a text in all files of a folder. */
async function replaceIn(folder: string, from: string, to: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(from, to));
  }
}
