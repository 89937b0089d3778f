/** What people decide on, and how. */
export type Choice =
  | { kind: 'suggestion'; choice: 'accepted' | 'rejected' | 'offered' }
  /** `discard`: it is not published; `ask`: that is open again. */
  | { kind: 'publication'; choice: 'release' | 'discard' | 'ask' }
  /** An effect, or a locale. */
  | { kind: 'word'; choice: string }
  /** `use`: an editor put it back into the draft. */
  | { kind: 'delivery'; choice: 'leave' | 'discard' | 'apply' | 'use' }
  | { kind: 'article'; choice: 'delete' };

/** A decision as the admin shows it. */
export type DecisionSummary = Choice & {
  id: number;
  /** The field, or the word; null where it is about all of it. */
  subject: string | null;
  decidedBy: string;
  decidedAt: string;
  deliveryId: string | null;
  /** The entry that it was about; null where there is none any more, or one may not read it. */
  documentId: string | null;
  contentType: string | null;
  locale: string | null;
  title: string | null;
  /** Whether whoever asks can take it back. */
  canUndo: boolean;
};

/** The newest first; `next` goes on where a page ends. */
export interface DecisionPage {
  results: DecisionSummary[];
  next: number | null;
}

/** A decision that was taken back. */
export interface UndoneDecision {
  id: number;
}
