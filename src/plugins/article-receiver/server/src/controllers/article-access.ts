import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { FieldsOf, MayField } from '../entries/readable';
import type { StreamDocument } from '../ledger/streams/documents';
import { contentManager, type Checker, type EntryAction } from '../strapi/content-manager';
import { documents } from '../strapi/documents';
import { schemasOf } from '../strapi/schemas';
import { abilityOf, type Ability } from './request';

/** Which of some entries, and which of their fields, whoever asks may read, change or publish. */
export interface ArticleAccess {
  /** Those of some entries with which the action is allowed, by documentId. */
  allowed(action: EntryAction, documents: readonly StreamDocument[]): Promise<Set<string>>;
  /** @param field dotted path of an attribute; left out: of any. */
  may(action: EntryAction, document: StreamDocument, field?: string): Promise<boolean>;
  /** Tells with which fields of which of some entries the action is allowed: some may be in one's own alone. */
  fieldsOf(action: EntryAction, documents: readonly StreamDocument[]): Promise<MayField>;
}

/** What of entries whoever asks may read. */
export const readableIn =
  ({ fieldsOf }: ArticleAccess): FieldsOf =>
  (documents) =>
    fieldsOf('read', documents);

/** What names the entry of a delivery. */
interface WithEntry {
  documentId: string | null;
  contentType: string | null;
  locale: string | null;
}

/** Deliveries, each with whether whoever asks may read its entry: links lead only there. */
export async function mayOpen<Delivery extends WithEntry>(
  strapi: Core.Strapi,
  ctx: Context,
  deliveries: readonly Delivery[],
): Promise<(Delivery & { mayOpen: boolean })[]> {
  const documents = deliveries.flatMap(({ documentId, contentType, locale }) =>
    documentId === null || contentType === null ? [] : [{ documentId, contentType, locale }],
  );
  const readable = await articleAccess(strapi, ctx).allowed('read', documents);
  return deliveries.map((delivery) => ({
    ...delivery,
    mayOpen: delivery.documentId !== null && readable.has(delivery.documentId),
  }));
}

export const NOT_THERE = 'this article is not there any more';

/** Whether an entry is there, whoever may read it. */
export async function isThere(
  strapi: Core.Strapi,
  { contentType, documentId, locale }: StreamDocument,
): Promise<boolean> {
  if (!Object.hasOwn(strapi.contentTypes, contentType)) return false;
  const found = await documents(strapi, contentType).findMany({
    fields: ['documentId'],
    filters: { documentId },
    status: 'draft',
    ...(locale === null ? {} : { locale }),
  });
  return found.length > 0;
}

/** Refuses what somebody may not do with an article. With one that was deleted meanwhile nobody may do anything. */
export async function refuseArticle(
  strapi: Core.Strapi,
  ctx: Context,
  document: StreamDocument,
  message: string,
): Promise<void> {
  if (await isThere(strapi, document)) ctx.forbidden(message);
  else ctx.notFound(NOT_THERE);
}

/** What the Content Manager calls the right to do something with entries. */
const rightTo = (action: EntryAction) => `plugin::content-manager.explorer.${action}`;

/** How many ids one query names. */
const AT_ONCE = 500;

/**
 * Who may decide about an article is who may edit it: the Content Manager's permissions, with their
 * conditions, fields and locales, on the plugin's Article and on a site's own type alike. Nobody
 * may anything where the Content Manager is disabled.
 */
export function articleAccess(strapi: Core.Strapi, ctx: Context): ArticleAccess {
  const manager = contentManager(strapi);
  const userAbility = abilityOf(ctx);

  function checkerOf(model: string): Checker | null {
    if (!manager || !userAbility || !Object.hasOwn(strapi.contentTypes, model)) return null;
    return manager.service('permission-checker').create({ userAbility, model });
  }

  async function allowed(
    action: EntryAction,
    all: readonly StreamDocument[],
  ): Promise<Set<string>> {
    const found = new Set<string>();
    for (const { uid, locale, ids } of groupsOf(all)) {
      const checker = checkerOf(uid);
      if (!checker?.can[action]()) continue;
      // The query by which the Content Manager lists what somebody may do this with.
      const { filters } = await checker.sanitizedQuery[action]({});
      const rows = await documents(strapi, uid).findMany({
        fields: ['documentId'],
        filters: { $and: [filters ?? {}, { documentId: { $in: ids } }] },
        status: 'draft',
        ...(locale === null ? {} : { locale }),
      });
      for (const { documentId } of rows) found.add(documentId);
    }
    return found;
  }

  /** Entries, with what the conditions of permissions look at, by documentId. */
  async function entriesFor(
    action: EntryAction,
    checker: Checker,
    { uid, locale, ids }: Group,
  ): Promise<Map<string, object>> {
    const query = await checker.sanitizedQuery[action]({});
    const rows = await documents(strapi, uid).findMany({
      filters: { documentId: { $in: ids } },
      status: 'draft',
      ...(locale === null ? {} : { locale }),
      populate: await manager?.service('populate-builder')(uid).populateFromQuery(query).build(),
    });
    return new Map(rows.map((row) => [row.documentId, row]));
  }

  async function may(
    action: EntryAction,
    document: StreamDocument,
    field?: string,
  ): Promise<boolean> {
    const { contentType: uid, documentId, locale } = document;
    const checker = checkerOf(uid);
    if (!checker?.can[action]()) return false;
    const group = { uid, locale, ids: [documentId] };
    const entry = (await entriesFor(action, checker, group)).get(documentId);
    if (!entry) return false;
    if (field === undefined) return checker.can[action](entry);
    return leavesOf(strapi, uid, field).every((leaf) => checker.can[action](entry, leaf));
  }

  /** Whether the action is allowed with a field, in some entry at least. */
  function somewhere(action: EntryAction, uid: string, field: string): boolean {
    const checker = checkerOf(uid);
    if (!checker) return false;
    return leavesOf(strapi, uid, field).every((leaf) => checker.can[action](undefined, leaf));
  }

  async function fieldsOf(action: EntryAction, all: readonly StreamDocument[]): Promise<MayField> {
    const ids = await allowed(action, all);
    const byId = new Map(all.map((document) => [document.documentId, document]));
    const differing = groupsOf(all.filter(({ documentId }) => ids.has(documentId))).filter(
      ({ uid }) => differsByEntry(userAbility, action, uid),
    );
    const entries = new Map<string, object | null>();
    for (const group of differing) {
      const checker = checkerOf(group.uid);
      const found = checker ? await entriesFor(action, checker, group) : new Map<string, object>();
      for (const id of group.ids) entries.set(id, found.get(id) ?? null);
    }
    return (documentId, field) => {
      const { contentType: uid } = byId.get(documentId) ?? {};
      if (uid === undefined || !ids.has(documentId)) return false;
      if (field === undefined) return true;
      const entry = entries.get(documentId);
      if (!entry) return entry === undefined && somewhere(action, uid, field);
      return leavesOf(strapi, uid, field).every((leaf) => checkerOf(uid)?.can[action](entry, leaf));
    };
  }

  return { allowed, may, fieldsOf };
}

/** Whether one may do it with other fields in one entry than in another: what all have is known without them. */
function differsByEntry(ability: Ability | undefined, action: EntryAction, uid: string): boolean {
  const rules = ability?.rulesFor(rightTo(action), uid) ?? [];
  return rules.length > 1 && rules.some(({ conditions }) => conditions);
}

interface Group {
  uid: string;
  locale: string | null;
  ids: string[];
}

/** Documents by type and locale, never too many for one query. */
function groupsOf(documents: readonly StreamDocument[]): Group[] {
  const groups: Group[] = [];
  for (const { contentType: uid, documentId, locale } of documents) {
    const group = groups.find(
      (known) => known.uid === uid && known.locale === locale && known.ids.length < AT_ONCE,
    );
    if (group) group.ids.push(documentId);
    else groups.push({ uid, locale, ids: [documentId] });
  }
  return groups;
}

/** The parts of a field that permissions name one by one: those of a component, or the field. */
function leavesOf(strapi: Core.Strapi, uid: string, field: string): string[] {
  const { contentTypes, components } = schemasOf(strapi);
  const [first = '', ...rest] = field.split('.');
  const component = (contentTypes[uid] ?? components[uid])?.attributes[first]?.component;
  if (component === undefined) return [field];
  const parts =
    rest.length > 0 ? [rest.join('.')] : Object.keys(components[component]?.attributes ?? {});
  return parts.flatMap((part) =>
    leavesOf(strapi, component, part).map((leaf) => `${first}.${leaf}`),
  );
}
