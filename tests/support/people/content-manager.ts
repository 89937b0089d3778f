import type { Site } from '../site/site';

export type Entry = Record<string, unknown> & { documentId: string; updatedAt: string };

/** What the Content Manager leaves out when it saves the entry that it loaded. */
const NOT_SENT = new Set(
  'id documentId createdAt updatedAt publishedAt createdBy updatedBy locale localizations status'.split(
    ' ',
  ),
);

const isCount = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'count';

/** An entry as the form sends it: the whole of it, relations as the changes made to them. */
function asSent(value: unknown): unknown {
  if (isCount(value)) return { connect: [], disconnect: [] };
  if (Array.isArray(value)) return value.map(asSent);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asSent(part)]));
}

/** What a form sends: all that was opened, with what was changed in it. */
export function formOf(opened: Entry, changes: Record<string, unknown>): Record<string, unknown> {
  const sent = Object.entries(opened).filter(([name]) => !NOT_SENT.has(name));
  return { ...Object.fromEntries(sent.map(([name, value]) => [name, asSent(value)])), ...changes };
}

/**
 * The Content Manager's forms on one content type.
 * @param somebody who uses them, signed in; an administrator where nobody is named.
 */
export function contentManager(site: Site, uid: string, somebody?: string) {
  let session: Promise<string> | null = somebody === undefined ? null : Promise.resolve(somebody);
  const path = (documentId: string) => `/content-manager/collection-types/${uid}/${documentId}`;
  const token = async () => `Bearer ${await (session ??= site.adminToken())}`;
  const query = (locale?: string) => (locale === undefined ? {} : { locale });

  return {
    /** Opens the form: what it shows is what is there now. */
    async open(documentId: string, locale?: string): Promise<Entry> {
      const { body } = await site.request
        .get(path(documentId))
        .query(query(locale))
        .set('Authorization', await token())
        .expect(200);
      return (body as { data: Entry }).data;
    },

    /**
     * Saves an open form, all of it, with what was changed in it.
     * @param headers what the panel beside the form adds.
     */
    async save(
      opened: Entry,
      changes: Record<string, unknown>,
      { locale, headers = {}, publish = false }: SaveOptions = {},
    ): Promise<void> {
      const data = formOf(opened, changes);
      const { documentId } = opened;
      const request = publish
        ? site.request.post(`${path(documentId)}/actions/publish`)
        : site.request.put(path(documentId));
      const { status, body } = await request
        .query(query(locale))
        .set('Authorization', await token())
        .set(headers)
        .send(data);
      if (status !== 200) throw new Error(`saving gave ${status}: ${JSON.stringify(body)}`);
    },

    /** Saves an open form as a copy of its entry. @returns the copy's documentId */
    async copy(
      opened: Entry,
      changes: Record<string, unknown> = {},
      locale?: string,
    ): Promise<string> {
      const request = site.request.post(path(`clone/${opened.documentId}`)).query(query(locale));
      const { status, body } = await request
        .set('Authorization', await token())
        .send(formOf(opened, changes));
      if (status !== 200) throw new Error(`a copy gave ${status}: ${JSON.stringify(body)}`);
      return (body as { data: Entry }).data.documentId;
    },

    /** Does what is done without a form: to several entries, or with one click. */
    async act(action: string, data: object, locale?: string): Promise<void> {
      const request = site.request.post(path(action)).query(query(locale));
      const { status, body } = await request.set('Authorization', await token()).send(data);
      if (status !== 200) throw new Error(`${action} gave ${status}: ${JSON.stringify(body)}`);
    },

    /** Deletes an entry, in one locale or (`*`) in all. */
    async remove(documentId: string, locale?: string): Promise<void> {
      const request = site.request.delete(path(documentId)).query(query(locale));
      await request.set('Authorization', await token()).expect(200);
    },
  };
}

interface SaveOptions {
  locale?: string;
  headers?: Record<string, string>;
  /** Publishes with the same click. */
  publish?: boolean;
}
