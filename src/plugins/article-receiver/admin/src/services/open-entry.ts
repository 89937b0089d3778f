import { api, get } from './api';

/** A form that takes in its entry anew, while that costs nobody what they typed. */
export interface FormAtRest {
  documentId: string;
  /** Whether nothing was typed and nothing is being saved in it, now. */
  isAtRest: () => boolean;
}

/** Of the panel's store, what leads to entries of the Content Manager. */
interface Store {
  dispatch: (action: ReturnType<typeof putEntry>) => unknown;
  getState: () => unknown;
  ask: (request: ReturnType<typeof get>) => PromiseLike<{ data?: unknown }> | { data?: unknown };
}

/** An entry that the store keeps for Strapi's forms: what was asked for, and the answer. */
interface KeptEntry {
  endpointName?: string;
  status?: string;
  originalArgs?: EntryAddress;
  data?: unknown;
}

interface EntryAddress {
  collectionType: string;
  model: string;
  documentId?: string;
  params?: { at?: unknown };
}

const ENDPOINT = 'getDocument';

/** Strapi does not say of which type what its own endpoints keep is. */
const putEntry = api.util.updateQueryData as unknown as (
  endpoint: typeof ENDPOINT,
  address: EntryAddress,
  change: () => unknown,
) => ReturnType<typeof api.util.updateQueryData>;

/**
 * Reads an entry again and fills its form with it. Strapi's own way, to have the form's query asked again,
 * replaces all that was typed until the answer is there: here it is looked at once it is.
 * @returns whether forms of the entry show it as it is.
 */
export async function fillForms(form: FormAtRest, { dispatch, getState, ask }: Store) {
  const kept = keptEntries(getState(), form.documentId);
  const read = await Promise.all(
    kept.map(async ([key, { originalArgs: address }]) => {
      const { collectionType, model, documentId = '', params } = address;
      const { data } = await ask(
        get(`/content-manager/${collectionType}/${model}/${documentId}`, params),
      );
      return { key, address, data };
    }),
  );
  const now = new Map(keptEntries(getState(), form.documentId));
  const isTaken = read.map(({ key, address, data }) => {
    const before = now.get(key);
    if (data === undefined || !before || !form.isAtRest()) return false;
    // Saved meanwhile: what was read is older than what is there, or about to be.
    if (before.status !== 'fulfilled' || changedAt(data) < changedAt(before.data)) return false;
    dispatch(putEntry(ENDPOINT, address, () => data));
    return true;
  });
  return isTaken.some(Boolean);
}

/** What the store keeps of an entry, but for what is read of it apart from its forms. */
function keptEntries(state: unknown, documentId: string) {
  const { queries } = (state as Record<string, { queries: Record<string, KeptEntry> }>)[
    api.reducerPath
  ] ?? { queries: {} };
  return Object.entries(queries).flatMap(([key, entry]) => {
    const { endpointName, originalArgs } = entry;
    if (endpointName !== ENDPOINT || originalArgs?.documentId !== documentId) return [];
    return originalArgs.params?.at === undefined
      ? [[key, { ...entry, originalArgs }] as const]
      : [];
  });
}

/** When an entry was changed last, in a form that can be compared. */
function changedAt(answer: unknown): string {
  const { updatedAt } = (answer as { data?: { updatedAt?: unknown } } | undefined)?.data ?? {};
  return typeof updatedAt === 'string' ? updatedAt : '';
}
