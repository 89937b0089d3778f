import { useSyncExternalStore } from 'react';
import { writeOpened, type Opened } from '../../../../shared/articles/opened';

/** The form of an entry that is open: of which one, and when its person saw what it has. */
export interface OpenForm extends Opened {
  model: string;
  documentId: string;
  /** Null where the type has none. */
  locale: string | null;
  /** What was taken into it since, by path. */
  taken: ReadonlyMap<string, unknown>;
}

let form: OpenForm | null = null;
const listeners = new Set<() => void>();

function become(next: OpenForm | null): void {
  form = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useOpenForm = (): OpenForm | null => useSyncExternalStore(subscribe, () => form);

/** A form shows an entry as it was at a time. @returns what is to be done when it does no more. */
export function openForm(opened: Omit<OpenForm, 'fields' | 'taken'>): () => void {
  become({ ...opened, fields: {}, taken: new Map() });
  return () => {
    if (form?.documentId === opened.documentId) become(null);
  };
}

/** What the entry had at a later time was taken into fields of the open form. */
export function tookIn(values: ReadonlyMap<string, unknown>, at: string): void {
  if (!form) return;
  const seen = Object.fromEntries([...values.keys()].map((field) => [field, at]));
  become({
    ...form,
    fields: { ...form.fields, ...seen },
    taken: new Map([...form.taken, ...values]),
  });
}

/** What is saved there of an entry: a draft, or a draft that is published with the same click. */
const SAVES = [
  { method: 'PUT', after: '' },
  { method: 'POST', after: '/actions/publish' },
];

/**
 * What a request of the panel has to say about the open form: null for any that does not save it.
 * @param address absolute.
 */
export function saysOfForm(method: string, address: URL): string | null {
  if (!form) return null;
  const { model, documentId, locale } = form;
  const path = `/content-manager/collection-types/${model}/${documentId}`;
  const isSave = SAVES.some(
    (save) => save.method === method && address.pathname.endsWith(path + save.after),
  );
  const said = address.searchParams.get('locale');
  const isOther = said !== null && locale !== null && said !== locale;
  return isSave && !isOther ? writeOpened(form) : null;
}
