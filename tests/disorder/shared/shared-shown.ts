import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WireDelivery } from '../../support/feed/deliveries';
import type { WireImage } from '../../support/feed/images';
import type { Site } from '../../support/site/site';
import { offeredFields } from '../offered';
import { assetOf, type Document, type Model, type Version } from './shared-model';

const uid = (name: string) => `plugin::article-receiver.${name}`;

/** How wide the pictures are that deliveries bring. */
export const WIDTH = 600;
/** With what the addresses begin from which an article's images come. */
export const SOURCE = 'https://x.example';

interface Named {
  name: string;
}
export interface StoredFile {
  id: number;
  name: string;
  url: string;
  hash: string;
  width: number;
  alternativeText: string | null;
  caption: string | null;
  folder: { id: number } | null;
  formats: Record<string, { url: string }> | null;
}
interface Asset {
  documentId: string;
  sourceUrl: string;
  digest: string;
  alt: string;
  file: StoredFile | null;
}
interface Shown {
  documentId: string;
  content: string;
  tags: Named[];
  campaign: Named | null;
  images: Asset[];
  heroImage: StoredFile | null;
}

const digestOf = (base64: string): string =>
  createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');

/** What can be seen of a model. */
export function expectedOf(model: Model) {
  const shown = (version: Version | null) =>
    version && {
      tags: version.tags.map((tag) => model.tags[tag]?.values?.name),
      campaign: version.campaign ? model.campaign.values?.name : null,
      assets: version.asset === null ? [] : [version.asset],
      hero: version.hero,
    };
  const namesOf = (documents: readonly Document[]) =>
    documents.flatMap(({ values }) => values?.name ?? []).sort();
  return {
    campaigns: namesOf([model.campaign]),
    tags: namesOf(Object.values(model.tags)),
    files: Object.entries(model.files).flatMap(([image, { values, isMoved, isReplaced }]) =>
      values ? [{ image: Number(image), name: null, ...values, isMoved, isReplaced }] : [],
    ),
    assets: Object.entries(model.assets)
      .flatMap(([key, { values, hasFile }]) => (values ? [`${key}: ${values.alt} ${hasFile}`] : []))
      .sort(),
    articles: model.articles.map(({ draft, published, isTouched }) => ({
      draft: shown(draft),
      published: isTouched ? 'theirs' : shown(published),
    })),
  };
}

/** What a site shows of articles and of what they have in common. */
export function sharedShown(site: Site, { stories, images, folder }: Shared & { folder: number }) {
  const entries = (name: string) => site.strapi.documents(uid(name) as never);
  const digests = new Map(
    images.map(({ base64 }, image) => [digestOf(base64).slice(0, 16), image]),
  );
  const imageOf = ({ hash }: StoredFile) => digests.get(hash.slice(-16));

  const files = (): Promise<StoredFile[]> =>
    site.strapi.db.query('plugin::upload.file').findMany({ populate: { folder: true } });

  async function version(article: number, status: 'draft' | 'published') {
    const found = (await entries('article').findMany({
      filters: { sourceId: stories[article]?.article.id },
      status,
      populate: {
        ...{ tags: true, campaign: true, heroImage: true },
        images: { populate: { file: true } },
      },
    } as never)) as unknown as Shown[];
    if (found.length > 1) throw new Error(`there are ${found.length} entries of one article`);
    return found[0] ?? null;
  }

  const keyOf = (article: number, { sourceUrl, digest }: Asset) => {
    const [address = NaN] = sourceUrl
      .slice(SOURCE.length + 1)
      .split('/')
      .map(Number);
    return assetOf(article, { image: digests.get(digest.slice(0, 16)) ?? NaN, address });
  };

  const summaryOf = (article: number, shown: Shown | null) =>
    shown && {
      tags: shown.tags.map(({ name }) => name),
      campaign: shown.campaign?.name ?? null,
      assets: shown.images.map((asset) => keyOf(article, asset)),
      hero: shown.heroImage && imageOf(shown.heroImage),
    };

  const namesIn = async (name: string): Promise<string[]> =>
    ((await entries(name).findMany({})) as unknown as Named[]).map((one) => one.name).sort();

  /** Each under the article whose it is, as the receiver knows it. */
  async function assets(): Promise<string[]> {
    const all = (await entries('media-asset').findMany({
      populate: { file: true },
    } as never)) as unknown as Asset[];
    const known: { sourceId: string; documentId: string }[] = await site.strapi.db
      .query(uid('projected'))
      .findMany({ where: { kind: 'media-asset' } });
    return all
      .map((asset) => {
        const key = known.find(({ documentId }) => documentId === asset.documentId)?.sourceId;
        const owner = stories.findIndex(({ article }) => key?.includes(`"${article.id}"`));
        return `${keyOf(owner, asset)}: ${asset.alt} ${asset.file !== null}`;
      })
      .sort();
  }

  return {
    files,

    draft: async (article: number): Promise<Shown> => {
      const draft = await version(article, 'draft');
      if (!draft) throw new Error(`there is no article ${article}`);
      return draft;
    },

    file: async (image: number): Promise<StoredFile> => {
      const file = (await files()).find((one) => imageOf(one) === image);
      if (!file) throw new Error(`there is no file of image ${image}`);
      return file;
    },

    /** As `expectedOf`. @param isTouched whether what is published of an article waits for a person. */
    async seen(isTouched: (article: number) => boolean) {
      return {
        campaigns: await namesIn('campaign'),
        tags: await namesIn('tag'),
        files: (await files())
          .map((file) => ({
            image: imageOf(file),
            name: file.name.startsWith('shared-') ? null : file.name,
            alternativeText: file.alternativeText ?? '',
            caption: file.caption ?? '',
            isMoved: file.folder?.id === folder,
            isReplaced: file.width !== WIDTH,
          }))
          .sort((one, other) => Number(one.image) - Number(other.image)),
        assets: await assets(),
        articles: await Promise.all(
          [...stories.keys()].map(async (article) => ({
            draft: summaryOf(article, await version(article, 'draft')),
            published: isTouched(article)
              ? 'theirs'
              : summaryOf(article, await version(article, 'published')),
          })),
        ),
      };
    },

    /** What of articles is offered to people, of files only in the storage, and what leads nowhere. */
    async amiss(isTouched: (article: number) => boolean) {
      const there = await files();
      const known = there.flatMap(({ url, formats }) => [
        url,
        ...Object.values(formats ?? {}).map((format) => format.url),
      ]);
      const names = await readdir(join(site.directory, 'public', 'uploads'));
      const stored = names.map((name) => `/uploads/${name}`);
      const drafts = await Promise.all(
        [...stories.keys()].map((article) => version(article, 'draft')),
      );
      const untouched = drafts.flatMap((one, article) => (one && !isTouched(article) ? one : []));
      const offered = await Promise.all(
        untouched.map(({ documentId }) => offeredFields(site, documentId)),
      );
      return {
        offered: offered.flat(),
        dangling: stored.filter((one) => !known.includes(one)),
        missing: known.filter((one) => !stored.includes(one)),
      };
    },
  };
}

/** Takes files out of the storage that a history left. */
export async function emptyStorage({ directory }: Site): Promise<void> {
  const uploads = join(directory, 'public', 'uploads');
  for (const name of await readdir(uploads)) await rm(join(uploads, name));
}

/** The first deliveries of articles, and the images that they have in common. */
export interface Shared {
  stories: readonly WireDelivery[];
  images: readonly WireImage[];
}
