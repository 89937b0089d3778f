import { useEffect, useMemo, useRef } from 'react';
import { unstable_useDocument as useDocument, useForm } from '@strapi/strapi/admin';
import { writeOpened } from '../../../../shared/articles/opened';
import { useRefresh } from '../../hooks/use-refresh';
import {
  useGetReceiverChangesQuery,
  useLookReceiverAgainMutation,
  useReadReceiverRelationsAgainMutation,
} from '../../services/articles';
import { ARTICLE_UID } from '../../utils/addresses';
import { isNotFound } from '../../wording/refusal';
import { isRelation, newsOf, taking, valueAt, type FormState } from './form-values';
import { tookIn, useOpenForm, type OpenForm } from './open-form';
import { useFormLabels, type FormLabel } from './use-form-labels';
import type { ReadAgain } from '../use-read-again';

/** A field of the form that the service changed. */
export interface ChangedField extends FormLabel {
  path: string;
  /** What the service wrote. */
  value: unknown;
}

export interface MeanwhileState {
  /** Fields that nobody touched in the form. */
  untouched: ChangedField[];
  /** Fields that were changed in the form as well. */
  both: ChangedField[];
  /** Puts what the service wrote into the form. */
  take: (paths: readonly string[]) => void;
}

/**
 * What the service changed in the open form while somebody was writing in it; null where that is
 * nothing. A form in which nobody wrote is read again instead.
 * @param mayUpdate the server tells whoever may change the entry.
 */
export function useMeanwhile(
  isModified: boolean,
  mayUpdate: boolean,
  readAgain: ReadAgain,
): MeanwhileState | null {
  const form = useOpenForm();
  const {
    currentData: changed,
    fulfilledTimeStamp: toldAt,
    error,
  } = useGetReceiverChangesQuery(seenIn(form), {
    ...useRefresh(false),
    skip: form === null || !mayUpdate,
  });
  useLookAgain(isNotFound(error) ? GONE : changed && JSON.stringify(changed.waiting));
  useReadWhenChanged(form, changed?.at ?? null, toldAt, isModified, readAgain);
  const { now, updatedAt } = useEntryNow(form, isModified ? (changed?.at ?? null) : null);
  const labelOf = useFormLabels(form?.model ?? ARTICLE_UID);
  const values = useForm('ArticleReceiver', (state) => state.values, false);
  const initial = useForm('ArticleReceiver', (state) => state.initialValues, false);
  const put = useForm('ArticleReceiver', (state) => state.onChange, false);
  const [readRelations] = useReadReceiverRelationsAgainMutation();

  if (!form || !changed || !now || !updatedAt || !isModified) return null;
  const state: FormState = { values, initial, now, taken: form.taken };
  const news = newsOf(changed.fields, state);
  const shown = (paths: readonly string[]): ChangedField[] =>
    paths
      .flatMap((path) => {
        const label = labelOf(path);
        return label ? [{ path, ...label, value: valueAt(now, path) }] : [];
      })
      .sort((one, other) => one.place - other.place);
  const [untouched, both] = [shown(news.untouched), shown(news.both)];
  if (untouched.length + both.length === 0) return null;

  const take = (paths: readonly string[]) => {
    for (const path of paths) {
      const one = taking(path, state);
      put?.(one.path, one.value);
    }
    const taken = new Map(paths.map((path) => [path, valueAt(now, path)]));
    if ([...taken.values()].some(isRelation)) void readRelations();
    tookIn(taken, updatedAt);
  };
  return { untouched, both, take };
}

const seenIn = (form: OpenForm | null) => ({
  documentId: form?.documentId ?? '',
  since: form ? writeOpened(form) : '',
  ...(form?.locale ? { locale: form.locale } : {}),
});

/**
 * The entry as it is, in the form's terms.
 * @param at when it was changed last; null where nobody needs it. It keeps what is read here apart
 *   from what the page reads, which fills the form anew.
 */
function useEntryNow(form: OpenForm | null, at: number | null) {
  const { document, getInitialFormValues } = useDocument(
    {
      collectionType: 'collection-types',
      model: form?.model ?? ARTICLE_UID,
      ...(form ? { documentId: form.documentId } : {}),
      params: { ...(form?.locale ? { locale: form.locale } : {}), at },
    },
    { skip: form === null || at === null },
  );
  const now = useMemo(
    () => (document ? getInitialFormValues() : undefined),
    [document, getInitialFormValues],
  );
  const updatedAt: unknown = document?.updatedAt;
  return { now, updatedAt: typeof updatedAt === 'string' ? updatedAt : null };
}

/** In place of what waits, where the article is not there any more: somebody deleted it. */
const GONE = 'gone';

/**
 * What waits for a decision is shown by others, and that the article is gone: they ask again when it is
 * another.
 */
function useLookAgain(waiting: string | undefined): void {
  const [lookAgain] = useLookReceiverAgainMutation();
  const known = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (waiting === undefined) return;
    const isNews = known.current === undefined ? waiting === GONE : known.current !== waiting;
    if (isNews) void lookAgain();
    known.current = waiting;
  }, [waiting, lookAgain]);
}

/**
 * Reads the entry again that nobody is writing in, once for each change.
 * @param at when it was changed last; null where it was not.
 * @param toldAt when that was said: what could not be read is tried again then.
 */
function useReadWhenChanged(
  form: OpenForm | null,
  at: number | null,
  toldAt: number | undefined,
  isModified: boolean,
  readAgain: ReadAgain,
): void {
  const documentId = form?.documentId;
  const change = at === null ? null : `${documentId} ${form?.at} ${at}`;
  const shown = useRef<string | null>(null);
  useEffect(() => {
    if (documentId === undefined || change === null || isModified) return;
    if (shown.current === change) return;
    void readAgain(documentId).then((isShown) => {
      if (isShown) shown.current = change;
    });
  }, [documentId, change, toldAt, isModified, readAgain]);
}
