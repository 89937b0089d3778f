import { useCallback } from 'react';
import { isRecord, recordOf } from '../../../shared/records';
import { isRefusal, type Refusal } from '../../../shared/decisions/refusals';
import type { TakenSlug } from '../../../shared/decisions/suggestions';
import { useText } from './text';

const FORBIDDEN = 403;
const NOT_FOUND = 404;
const SERVER_FAULT = 500;

/** Whether the server said that what was asked for is not there. */
export const isNotFound = (error: unknown): boolean => recordOf(error).status === NOT_FOUND;

/** Refusals that say the same whatever they are about. */
const isPlain = (reason: unknown): reason is Exclude<Refusal, 'slug-taken' | 'job-active'> =>
  isRefusal(reason) && reason !== 'slug-taken' && reason !== 'job-active';

/** Says which article has a slug, as far as one may know. */
export function useTakenSlug() {
  const text = useText();
  return useCallback(
    ({ slug, title }: Omit<TakenSlug, 'documentId'>): string =>
      title === null
        ? text('refusal.slugTaken', { slug })
        : text('refusal.slugTaken.by', { slug, title }),
    [text],
  );
}

/**
 * Says why the server did not do something, in the reader's language; null where it says that in its own
 * words alone, as of input that does not fit.
 */
export function useRefusal() {
  const text = useText();
  const slugTaken = useTakenSlug();
  return useCallback(
    (error: unknown): string | null => {
      const { status, details } = recordOf(error);
      const { reason, ...values } = recordOf(details);
      if (reason === 'slug-taken') {
        const title = typeof values.title === 'string' ? values.title : null;
        return slugTaken({ slug: String(values.slug), title });
      }
      if (reason === 'job-active') {
        const job = `job.${values.kind === 'rebuild' ? 'rebuild' : 'redrive'}` as const;
        const heading = `${job}.${values.state === 'paused' ? 'paused' : 'running'}` as const;
        return text('refusal.job-active', { job: text(heading) });
      }
      if (isPlain(reason)) return text(`refusal.${reason}`);
      if (status === FORBIDDEN) return text('refusal.forbidden');
      if (isNotFound(error)) return text('refusal.missing');
      // No answer, or none that the server meant.
      const isMeant = isRecord(error) && typeof status === 'number' && status < SERVER_FAULT;
      return isMeant ? null : text('error.unknown');
    },
    [text, slugTaken],
  );
}
