import {
  readReason,
  toldReason,
  type StoredReason,
} from '../../../src/plugins/article-receiver/shared/deliveries/reasons';
import { arriveInTurn } from '../feed/event-log';
import { POST } from './own-types';
import type { WireDelivery } from '../feed/deliveries';
import type { Site } from '../site/site';

export interface Post {
  [field: string]: unknown;
  documentId: string;
  title: string;
  slug: string;
  seo: { id: number; metaTitle: string; noIndex: boolean } | null;
  takeaways: { id: number; text: string; remark: string | null }[];
  sections: { id: number; __component: string; [field: string]: unknown }[];
}

const POPULATE = {
  cover: true,
  gallery: true,
  seo: { populate: { image: true, social: true } },
  takeaways: true,
  sections: {
    on: {
      'blocks.rich-text': true,
      'blocks.picture': { populate: { file: true } },
      'blocks.banner': true,
    },
  },
  category: true,
  labels: true,
  author: true,
};

/** What tests do with the posts of a site whose articles go to them. */
export function ownPosts(site: Site) {
  const posts = () => site.strapi.documents(POST as never);

  const find = async (feedId: string, status: 'draft' | 'published', locale = 'en') =>
    (await posts().findFirst({
      filters: { feedId },
      status,
      locale,
      populate: POPULATE,
    } as never)) as Post | null;

  return {
    find,

    async draftOf({ article }: WireDelivery, locale = 'en'): Promise<Post> {
      const draft = await find(article.id, 'draft', locale);
      if (!draft) throw new Error('there is no draft');
      return draft;
    },

    /** Sends deliveries one after another and waits until each is projected. */
    send: (...deliveries: object[]): Promise<string> => arriveInTurn(site, ...deliveries),

    /** What an editor does in the Content Manager. */
    async edit(documentId: string, data: Record<string, unknown>, locale = 'en') {
      await posts().update({ documentId, locale, data } as never);
    },

    async remove(documentId: string, locale = 'en') {
      await posts().delete({ documentId, locale } as never);
    },

    async stateOf(deliveryId: string) {
      const row = (await site.strapi.db
        .query('plugin::article-receiver.delivery')
        .findOne({ where: { deliveryId } })) as StoredReason & { state: string; issues: string };
      return { ...row, ...toldReason(readReason(row)) };
    },
  };
}
