import { useEffect, useRef } from 'react';
import type { ArticleOrigin } from '../../../shared/articles/articles';
import type { ReadAgain } from './use-read-again';

/** What is to be done about an article. */
type Work = 'busy' | 'held' | 'none';

const workOn = ({ isBusy, held }: ArticleOrigin): Work =>
  isBusy ? 'busy' : held === null ? 'none' : 'held';

/**
 * Reads the entry again once the work on it is done. A publication that was let out may be out before
 * anybody has seen work on it: then it waited a moment ago, and does no more.
 */
export function useReadWhenDone(origin: ArticleOrigin | undefined, readAgain: ReadAgain): void {
  const documentId = origin?.documentId;
  const work = origin ? workOn(origin) : null;
  const before = useRef({ documentId, work });
  useEffect(() => {
    const past = before.current;
    before.current = { documentId, work };
    if (documentId === undefined || past.documentId !== documentId) return;
    const isOver = work !== 'busy' && past.work !== work;
    if (isOver && past.work !== 'none') void readAgain(documentId);
  }, [documentId, work, readAgain]);
}
