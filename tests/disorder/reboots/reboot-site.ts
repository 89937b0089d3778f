import { contentManager } from '../../support/people/content-manager';
import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { asImage, pictureBytes, type WireImage } from '../../support/feed/images';
import type { Site } from '../../support/site/site';
import type { Document } from './reboot-shown';
import { contentOf } from './reboot-changes';
import { ARTICLES, type Says, type Step } from './reboot-steps';

type Deliver = Extract<Step, { do: 'deliver' }>;
export interface Told extends Deliver {
  at: number;
  deliveryId: string;
}

/** The article whose language the service calls by a word. */
export const GERMAN = 1;

export const languageOf = (article: number): string => (article === GERMAN ? 'Deutsch' : 'en');

const slugIn = (run: string, article: number): string => `reboot-${run}-${article}`;

/** The slug of the article to which another leads. */
export const linkedSlug = (run: string, article: number): string =>
  slugIn(run, (article + 1) % ARTICLES);

const START = Date.parse('2026-09-01T08:00:00.000Z');
const DAYS = [null, '2020-02-02', '2990-02-02'];

/** What a delivery says, by the service's names. */
export const serviceValue = (name: string, says: Says): string | null => {
  const number = says[name as keyof Says];
  return name === 'tldr' && number === 2 ? null : `Service ${name} ${number}`;
};

/** Articles of the service on a site, and what people do to their entries. */
export function playedSite(site: Site, run: string, pictures: readonly WireImage[]) {
  const stories = [0, 1, 2].map((one) =>
    makeDelivery({ article: { slug: slugIn(run, one), campaignId: `cmp_${run}` } }),
  );
  const en = { locale: 'en' };
  const documents = (uid: string) =>
    site.strapi.documents(uid as never) as unknown as Record<
      'create' | 'publish' | 'unpublish' | 'discardDraft' | 'delete',
      (params: object) => Promise<{ documentId: string }>
    >;

  return {
    stories,
    idOf: (article: number) => stories[article]?.article.id ?? '',
    slugOf: (article: number) => stories[article]?.article.slug ?? '',

    async deliver(step: Deliver, number: number): Promise<Told> {
      const { says, word, time } = step;
      const story = stories[step.article] as WireDelivery;
      const minutes = time * 100 + number;
      const at = new Date(START + minutes * 60_000).toISOString();
      const picture = pictures[says.picture];
      const value = (name: string) => serviceValue(name, says);
      const body = {
        ...story,
        event: word === 'ready' ? 'article.ready' : 'article.status_changed',
        timestamp: at,
        article: {
          ...story.article,
          ...{ title: value('title'), tldr: value('tldr'), description: value('description') },
          ...{ author: value('author'), status: word === 'ready' ? 'draft' : word },
          category: says.category === 2 ? null : `Category ${says.category} ${run}`,
          tags: ['one', 'two'].filter((_, bit) => says.tags & (1 << bit)).map((t) => `${t} ${run}`),
          keyTakeaways: Array.from({ length: says.takeaways }, (_, one) => `Take ${one}`),
          content: contentOf(
            value('title') ?? '',
            `/blog/${linkedSlug(run, step.article)}?from=feed`,
          ),
          language: languageOf(step.article),
          images: picture ? [picture] : [],
          heroImageUrl: picture?.url ?? '',
          contentPlan: { ...story.article.contentPlan, plannedForDate: DAYS[says.day] },
          updatedAt: at,
        },
      };
      const answer = await site.deliver(body);
      expect(answer.status).toBe(202);
      const { deliveryId } = (answer.body as { data: { deliveryId: string } }).data;
      return { ...step, at: minutes, deliveryId };
    },

    async make(uid: string, article: number, data: Record<string, string>, publish: boolean) {
      const made = await documents(uid).create({ data, ...en });
      if (publish) await documents(uid).publish({ documentId: made.documentId, ...en });
      return made.documentId;
    },

    async save(
      uid: string,
      { documentId, locale }: Document,
      { path, text, publish }: { path: string; text: string | null; publish: boolean },
    ) {
      const forms = contentManager(site, uid);
      const form = await forms.open(documentId, locale ?? undefined);
      const [field = '', part] = path.split('.');
      const had = (form[field] as object | null) ?? { metaTitle: 'Own title' };
      const change = { [field]: part ? { ...had, [part]: text } : text };
      await forms.save(form, change, { ...(locale === null ? {} : { locale }), publish });
    },

    async byHand(
      uid: string,
      action: 'publish' | 'unpublish' | 'discardDraft' | 'delete',
      { documentId, locale }: Document,
    ) {
      await documents(uid)[action]({ documentId, ...(locale === null ? {} : { locale }) });
    },

    /** Decides on the first suggestion that waits. @returns the field that it was about. */
    async decide(documentId: string, decision: 'accept' | 'reject'): Promise<string | null> {
      const admin = adminApi(site);
      const [first] = await admin.suggestionsOf(documentId);
      if (!first) return null;
      const { status, body } = await admin.post(`/suggestions/${first.id}/${decision}`);
      if (status === 200) return first.field;
      // Before a rebuild, it may be about an entry to which nothing of the service's goes any more.
      expect({ status, body }).toMatchObject({
        ...{ status: 409, body: { error: { details: { reason: 'other-type' } } } },
      });
      return null;
    },

    async release(documentId: string): Promise<boolean> {
      const { status } = await adminApi(site).post(`/articles/${documentId}/release`);
      return status === 202;
    },
  };
}

export type PlayedSite = ReturnType<typeof playedSite>;

/** Two pictures that articles may have in common. */
export async function twoPictures(): Promise<WireImage[]> {
  const colors = ['#884400', '#004488'];
  return Promise.all(
    colors.map(async (color, index) =>
      asImage(await pictureBytes({ color }), {
        kind: 'hero',
        url: `https://cdn.example.com/reboots/${index}.png`,
      }),
    ),
  );
}
