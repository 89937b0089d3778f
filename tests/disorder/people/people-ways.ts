import { contentManager } from '../../support/people/content-manager';
import type { Site } from '../../support/site/site';
import type { Place } from './people-place';
import { inDatabase } from './people-database';

/**
 * By what people and other code act on an entry: code of the site's, the Content Manager, its list, the Content API, or
 * statements to the database, which nothing of Strapi's notices.
 */
export const WAYS = ['code', 'form', 'list', 'rest', 'graphql', 'database'] as const;
export type Way = (typeof WAYS)[number];

/** What is done to an entry without a form. */
export type Action = 'publish' | 'unpublish' | 'discardDraft' | 'delete' | 'unpublishAndDiscard';

const IN_FORM: Record<Exclude<Action, 'delete'>, readonly [action: string, body: object]> = {
  publish: ['actions/publish', {}],
  unpublish: ['actions/unpublish', {}],
  discardDraft: ['actions/discard', {}],
  unpublishAndDiscard: ['actions/unpublish', { discardDraft: true }],
};
const IN_LIST: Partial<Record<Action, string>> = {
  publish: 'actions/bulkPublish',
  unpublish: 'actions/bulkUnpublish',
  delete: 'actions/bulkDelete',
};

/** The entries of one type, as they are changed without a form; where a way has no such action, by code. */
export function entryWays(site: Site, place: Place) {
  const forms = contentManager(site, place.uid);
  const locale = place.locale === undefined ? {} : { locale: place.locale };
  const documents = () => site.strapi.documents(place.uid as never) as unknown as Documents;
  const database = inDatabase(site, place);
  let token: Promise<string> | null = null;
  const authorization = async () => `Bearer ${await (token ??= site.apiToken())}`;

  /** A type of the site's own can be written over the Content API; the plugin's own only read. */
  const api = place.api;

  async function rest(method: 'put' | 'delete', documentId: string, query: object, data?: object) {
    const { status, body } = await site.request[method](`/api/${api?.plural}/${documentId}`)
      .query({ ...locale, ...query })
      .set('Authorization', await authorization())
      .send(data && { data });
    if (status >= 300) throw new Error(`${method} gave ${status}: ${JSON.stringify(body)}`);
  }

  async function graphql(operation: 'update' | 'delete', variables: object) {
    const isUpdate = operation === 'update';
    const name = `${operation}${api?.name}`;
    const [typed, given] = isUpdate
      ? [
          `, $data: ${api?.name}Input!, $status: PublicationStatus`,
          ', data: $data, status: $status',
        ]
      : ['', ''];
    const query =
      `mutation ($documentId: ID!, $locale: I18NLocaleCode${typed}) ` +
      `{ ${name}(documentId: $documentId, locale: $locale${given}) { documentId } }`;
    const { status, body } = await site.request
      .post('/graphql')
      .set('Authorization', await authorization())
      .send({ query, variables: { ...locale, ...variables } });
    const { errors } = body as { errors?: unknown };
    if (errors || status !== 200)
      throw new Error(`${name} gave ${status}: ${JSON.stringify(errors)}`);
  }

  return {
    async act(documentId: string, action: Action, way: Way): Promise<void> {
      if (way === 'database' && (action === 'delete' || action === 'unpublish'))
        return database.remove(documentId, action === 'delete' ? 'all' : 'published');
      if (way === 'form') {
        if (action === 'delete') return forms.remove(documentId, '*');
        const [path, body] = IN_FORM[action];
        return forms.act(`${documentId}/${path}`, body, place.locale);
      }
      const inList = IN_LIST[action];
      if (way === 'list' && inList)
        return forms.act(inList, { documentIds: [documentId] }, place.locale);
      if (api && (way === 'rest' || way === 'graphql')) {
        if (action === 'publish') return this.write(documentId, {}, { way, publish: true });
        if (action === 'delete')
          return way === 'rest'
            ? rest('delete', documentId, {})
            : graphql('delete', { documentId });
      }
      if (action === 'delete') return void (await documents().delete({ documentId, locale: '*' }));
      if (action !== 'unpublishAndDiscard')
        return void (await documents()[action]({ documentId, ...locale }));
      await site.strapi.db.transaction(async () => {
        await documents().discardDraft({ documentId, ...locale });
        await documents().unpublish({ documentId, ...locale });
      });
    },

    /** As other code writes: some fields, without a form. */
    async write(
      documentId: string,
      data: object,
      { way, publish = false }: { way: Way; publish?: boolean },
    ): Promise<void> {
      if (way === 'database') {
        await database.write(documentId, data);
        if (publish) await documents().publish({ documentId, ...locale });
        return;
      }
      if (api && way === 'rest')
        return rest('put', documentId, publish ? {} : { status: 'draft' }, data);
      const status = publish ? 'published' : 'draft';
      if (api && way === 'graphql')
        return graphql('update', { documentId, data, status: status.toUpperCase() });
      await documents().update({ documentId, data, status, ...locale });
    },
  };
}

interface Documents {
  update(params: object): Promise<unknown>;
  delete(params: object): Promise<unknown>;
  publish(params: object): Promise<unknown>;
  unpublish(params: object): Promise<unknown>;
  discardDraft(params: object): Promise<unknown>;
}
