import type { WireDelivery } from '../feed/deliveries';
import { arriveInTurn } from '../feed/event-log';
import type { Site } from '../site/site';

const ARTICLE = 'plugin::article-receiver.article';
const RELATIONS = { heroImage: true, images: true, tags: true, campaign: true } as const;

/** What tests do with the articles of a site whose articles go to the plugin's own type. */
export function feedArticles(site: Site) {
  const documents = site.strapi.documents(ARTICLE);

  const find = ({ article }: WireDelivery, status: 'draft' | 'published') =>
    documents.findFirst({ filters: { sourceId: article.id }, status, populate: RELATIONS });

  const draftOf = async (delivery: WireDelivery) => {
    const draft = await find(delivery, 'draft');
    if (!draft) throw new Error('there is no draft');
    return draft;
  };

  return {
    documents,
    find,
    /** The draft, which has to be there. */
    draftOf,

    /** Sends deliveries one after another and waits until each is projected. */
    send: (...deliveries: object[]): Promise<string> => arriveInTurn(site, ...deliveries),

    /** What an editor does in the Content Manager. @returns the entry's documentId */
    async edit(delivery: WireDelivery, data: Record<string, unknown>): Promise<string> {
      const { documentId } = await draftOf(delivery);
      await documents.update({ documentId, data: data as never });
      return documentId;
    },
  };
}
