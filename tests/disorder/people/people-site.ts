import type { SuggestionSummary } from '../../../src/plugins/article-receiver/shared/decisions/suggestions';
import type {
  DecisionPage,
  DecisionSummary,
} from '../../../src/plugins/article-receiver/shared/decisions/decisions';
import { adminApi } from '../../support/people/admin-api';
import { contentManager, type Entry } from '../../support/people/content-manager';
import { makeDelivery, type WireDelivery } from '../../support/feed/deliveries';
import type { Site } from '../../support/site/site';
import { age } from '../age';
import { DEMANDED, FIELDS, isSaid, type Field, type SaidField, type Values } from './people-model';
import { asText, fieldsOf, inField, type Place } from './people-place';
import type { Seen } from './people-play';
import type { PeoplesHistory, Word } from './people-steps';
import { serviceValues } from './people-steps';
import { entryWays, type Action, type Way } from './people-ways';

/** What can be seen of an article, and deliveries that were left in a state in which none should be. */
interface SeenOnSite extends Seen {
  unsettled: string[];
}

/** A decision that can be taken back: of which kind, on which delivery or field. */
export interface Undoable {
  id: number;
  kind: DecisionSummary['kind'];
  of: number;
  field: Field | null;
}

const START = Date.parse('2026-09-01T08:00:00.000Z');
const WIRE: Record<SaidField, string> = {
  title: 'title',
  tldr: 'tldr',
  description: 'description',
  keyword: 'keywords',
};

/** One article of a site, told by the service and changed by people. */
export function playedArticle(site: Site, place: Place, run: string) {
  const admin = adminApi(site);
  const forms = contentManager(site, place.uid);
  const ways = entryWays(site, place);
  const { populate, read, change } = fieldsOf(place);
  const story = makeDelivery({ article: { slug: `people-${run}` } });
  const locale = place.locale === undefined ? {} : { locale: place.locale };
  const documents = () => site.strapi.documents(place.uid as never) as unknown as Documents;
  const bodies: object[] = [];
  const ids: string[] = [];
  let form: Entry | null = null;

  const version = async (status: 'draft' | 'published') => {
    const filters = { [place.idField]: story.article.id };
    const found = await documents().findMany({
      filters,
      status,
      ...locale,
      populate,
    });
    if (found.length > 1) throw new Error(`there are ${found.length} entries of one article`);
    return found[0] ?? null;
  };

  const entry = async (): Promise<Entry> => {
    const found = await version('draft');
    if (!found) throw new Error('there is no entry');
    return found;
  };

  const fieldAt = (path: string): Field | undefined =>
    FIELDS.find((field) => place.paths[field].join('.') === path);

  const suggestions = async (): Promise<(SuggestionSummary & { of: Field })[]> => {
    const draft = await version('draft');
    if (!draft) return [];
    return (await admin.suggestionsOf(draft.documentId)).flatMap((one) => {
      const of = fieldAt(one.field);
      return of ? [{ ...one, of }] : [];
    });
  };

  const heldFields = async (): Promise<Field[]> => {
    const draft = await version('draft');
    if (!draft) return [];
    const { body } = await admin.get(`/articles/${draft.documentId}`);
    const { data } = body as { data: { heldFields: string[] } | null };
    // An entry that is there already is nobody's article until a first attempt got through.
    const held = data?.heldFields ?? [];
    return FIELDS.filter(isSaid).filter((field) => held.some((path) => fieldAt(path) === field));
  };

  const deliveries = () => admin.deliveriesOf(story.article.id);
  /** One that was passed over keeps the reason for which it had waited. */
  const waitingFor = async (...reasons: string[]) =>
    (await deliveries()).find(
      ({ state, reasonCode }) => state === 'parked' && reasons.includes(reasonCode ?? ''),
    );
  const waitingDelivery = () => waitingFor(HELD, LACKS);

  const act = async (action: Action, way: Way = 'code') =>
    ways.act((await entry()).documentId, action, way);

  return {
    articleId: story.article.id,
    id: async () => (await entry()).documentId,
    word: `mulling-${run}`,

    async import({ fields, isPublished: wanted }: NonNullable<PeoplesHistory['imported']>) {
      const isPublished = wanted && fields.includes(DEMANDED);
      const data = fields.reduce(
        (made, field) => ({ ...made, ...change(field, `Imported ${field}`, made) }),
        change('title', 'Imported title') as Record<string, unknown>,
      );
      await documents().create({
        data: { ...data, [place.idField]: story.article.id, slug: story.article.slug },
        ...locale,
      });
      if (isPublished) await act('publish');
    },

    /** @param day for which it is planned, where a history has such days. */
    async deliver(
      minutes: number,
      word: Word,
      says: Record<SaidField, number>,
      day: string | null = story.article.contentPlan.plannedForDate,
    ) {
      const at = new Date(START + minutes * 60_000).toISOString();
      const values = serviceValues(says);
      const told = FIELDS.filter(isSaid).map((field) => [
        WIRE[field],
        inField(field, values[field]),
      ]);
      const status = { ready: 'draft', unknown: this.word }[word as 'ready'] ?? word;
      const body: WireDelivery = {
        ...story,
        event: word === 'ready' ? 'article.ready' : 'article.status_changed',
        timestamp: at,
        article: {
          ...{ ...story.article, ...Object.fromEntries(told), status, updatedAt: at },
          contentPlan: { ...story.article.contentPlan, plannedForDate: day },
        },
      };
      bodies.push(body);
      const answer = await site.deliver(body);
      expect(answer.status).toBe(202);
      ids.push((answer.body as { data: { deliveryId: string } }).data.deliveryId);
    },

    async repeat(which: number) {
      const answer = await site.deliver(bodies[which % bodies.length] ?? {});
      expect(answer.status).toBe(200);
    },

    async open() {
      const { documentId } = await entry();
      form = await forms.open(documentId, place.locale);
    },

    async save(field: Field, value: string, how: { publish: boolean; tellsWhen: boolean }) {
      if (!form) throw new Error('no form is open');
      const headers: Record<string, string> = how.tellsWhen
        ? { 'x-article-receiver-opened': form.updatedAt }
        : {};
      const { publish } = how;
      await forms.save(form, change(field, value, form), { ...locale, headers, publish });
      form = null;
    },

    /** As other code of the site's writes: some fields, without a form. */
    async write(values: Partial<Values>, how: { way: Way; publish: boolean }) {
      const found = await entry();
      const data = Object.entries(values).reduce(
        (made, [field, value]) => ({
          ...made,
          ...change(field as Field, value, { ...found, ...made }),
        }),
        {},
      );
      await ways.write(found.documentId, data, how);
    },

    act,

    retention: () => age(site, 'bodies'),

    async rebuild() {
      expect((await admin.post('/rebuild', {})).status).toBe(202);
    },

    async decideWord(effect: string) {
      const waiting = await waitingFor(UNMAPPED);
      const path = `/deliveries/${waiting?.deliveryId}/decide`;
      expect((await admin.post(path, { effect })).status).toBe(202);
    },

    async decideSuggestion(field: Field, decision: 'accept' | 'reject') {
      const offered = (await suggestions()).find(({ of }) => of === field);
      const { status } = await admin.post(`/suggestions/${offered?.id}/${decision}`);
      expect(status).toBe(200);
    },

    async decideHold(choice: 'release' | 'discard' | 'leave') {
      const { documentId } = await entry();
      const delivery = await waitingDelivery();
      const path =
        choice === 'leave'
          ? `/deliveries/${delivery?.deliveryId}/leave`
          : `/articles/${documentId}/${choice}`;
      expect((await admin.post(path)).status).toBe(202);
    },

    /** What was decided on the article and can be taken back. */
    async undoable(): Promise<Undoable[]> {
      const { body } = await admin.get('/decisions?pageSize=50');
      const { results } = body as DecisionPage;
      return results.flatMap(({ id, kind, subject, deliveryId, canUndo }) => {
        const of = ids.indexOf(deliveryId ?? '');
        return canUndo && of >= 0 ? [{ id, kind, of, field: fieldAt(subject ?? '') ?? null }] : [];
      });
    },

    async undo({ id }: Undoable) {
      expect((await admin.post(`/decisions/${id}/undo`)).status).toBe(202);
    },

    async useVersion(which: number, field: Field) {
      const { documentId } = await entry();
      const path = `/articles/${documentId}/versions/${ids[which]}`;
      const fields = [place.paths[field].join('.')];
      expect((await admin.post(path, { fields })).status).toBe(200);
    },

    async redrive(which: number) {
      const id = ids[which % ids.length];
      const { left } = await admin.delivery(id ?? '');
      // That takes a decision back.
      if (!left) await admin.post(`/deliveries/${id}/redrive`);
    },

    async seen(): Promise<SeenOnSite> {
      await site.settle();
      const [draft, published] = [await version('draft'), await version('published')];
      const all = await deliveries();
      const offers = await suggestions();
      const isParked = (code: string) =>
        all.some(({ state, reasonCode }) => state === 'parked' && reasonCode === code);
      return {
        draft: draft && read(draft),
        published: published && read(published),
        persons: all.length === 0 ? [] : await heldFields(),
        offers: Object.fromEntries(offers.map(({ of, value }) => [of, asText(value)])),
        held: isParked(HELD),
        refused: isParked(LACKS),
        unsettled: all
          .filter(({ state }) => ['pending', 'failed'].includes(state))
          .map(({ state, reason }) => `${state}: ${reason}`),
      };
    },
  };
}

const HELD = 'publicationHeld';
const LACKS = 'publicationLacks';
const UNMAPPED = 'statusUnmapped';

interface Documents {
  findMany(params: object): Promise<Entry[]>;
  create(params: object): Promise<unknown>;
}
