import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../eventually';
import { type DeliveryOverrides, type WireArticle, type WireDelivery } from '../feed/deliveries';
import { adminApi } from '../people/admin-api';
import { bootSite, type Site } from '../site/site';
import { ownTypesWith, POST, POST_TARGET } from './own-types';

const ARTICLE = 'plugin::article-receiver.article';

/** An extension of the plugin: an article without a description of two characters is not published. */
export const DEMANDING = join(__dirname, '..', 'sites', 'demanding.js');

/** A type of which Strapi publishes no entry without one of its fields, in two characters at least. */
export interface DemandingType {
  uid: string;
  /** The field with the service's id. */
  key: string;
  /** The field that is demanded. */
  field: string;
}

/** For `describe.each`: what is refused there is refused alike. */
export const DEMANDING_TYPES: (DemandingType & { name: string })[] = [
  { name: "the plugin's article", uid: ARTICLE, key: 'sourceId', field: 'description' },
  { name: 'a type of the site', uid: POST, key: 'feedId', field: 'excerpt' },
];

/** Nothing in the delivery fills the field without which the site does not publish. */
export const LACKING = { description: null, tldr: null } as never as Partial<WireArticle>;

export const PUBLISHED = { event: 'article.status_changed' };

/** A delivery by which an article is published; refused, unless `rest` has a description. */
export const publishing = (
  title: string,
  rest: Partial<WireArticle> = LACKING,
): DeliveryOverrides => ({ ...PUBLISHED, article: { status: 'published', title, ...rest } });

/** A booted site with such a type, and what its articles show. */
export async function demandingSite({ uid, key }: DemandingType) {
  const folder = await ownTypesWith('post', { excerpt: { required: true, minLength: 2 } });
  const site: Site = await bootSite(
    uid === ARTICLE
      ? { extension: DEMANDING }
      : { types: folder, pluginConfig: { target: POST_TARGET } },
  );
  const admin = adminApi(site);
  const documents = site.strapi.documents(uid as never);

  const version = async ({ article }: WireDelivery, status: 'draft' | 'published') =>
    (await documents.findFirst({
      filters: { [key]: article.id },
      status,
    } as never)) as Version | null;

  return {
    site,
    admin,
    documents,
    version,

    /** The titles of both versions; null where there is none. */
    async titles(delivery: WireDelivery) {
      const draft = await version(delivery, 'draft');
      const published = await version(delivery, 'published');
      return { draft: draft?.title ?? null, published: published?.title ?? null };
    },

    /** What an editor saves in the draft. */
    async edit(delivery: WireDelivery, data: Record<string, unknown>): Promise<void> {
      const documentId = (await version(delivery, 'draft'))?.documentId;
      await documents.update({ documentId, data } as never);
    },

    stateOf: async (id: string) => (await admin.delivery(id)).state,

    /** Waits until a delivery that was refused is carried out. */
    goesOut: (id: string) =>
      eventually(async () => {
        expect((await admin.delivery(id)).state).toBe('applied');
      }),

    async destroy(): Promise<void> {
      await site.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Version {
  documentId: string;
  title: string;
  [field: string]: unknown;
}

export type DemandingSite = Awaited<ReturnType<typeof demandingSite>>;
