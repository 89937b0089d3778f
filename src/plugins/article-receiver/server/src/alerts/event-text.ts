import { cutText } from '../../../shared/cut-text';
import type { Alert, News } from '../../../shared/settings/settings';

/** What a line of text tells of one thing. */
export interface TextFacts {
  title: string | null;
  /** What the service's review says; null where it says nothing. */
  verdict: string | null;
  /** Why it waits; null where nothing does. */
  reason: string | null;
  /** Where to look, the most telling first. */
  addresses: readonly string[];
}

const WORDS: Record<Alert | News, string> = {
  arrived: 'Arrived',
  published: 'Published',
  unpublished: 'Taken offline',
  moved: 'Moved to another address',
  held: 'Publication waits for an editor',
  failed: 'Failed',
  parked: 'Waits for a decision',
  quarantined: 'Unusable',
  'quarantine-full': 'The quarantine has no room left, what belongs there is refused',
  'indexnow-refused': 'IndexNow refuses the key of this site',
  suggestion: 'Suggestion for an edited field',
};

const MAX_TITLE = 120;
const MAX_REASON = 200;
const MAX_TITLES = 10;
const UNTITLED = 'without a title';

/**
 * One line for people, which chats take as it is. What the service wrote can do nothing in it: no
 * mention, no link, no second line.
 */
export function eventText(kind: Alert | News, all: readonly TextFacts[]): string {
  const [one] = all;
  if (all.length > 1 || !one) return `${WORDS[kind]} (${all.length}): ${titlesOf(all)}`;
  const { verdict, reason, addresses } = one;
  const parts = [
    titleOf(one),
    verdict === null ? null : `review: ${plain(verdict, MAX_TITLE)}`,
    reason === null ? null : plain(reason, MAX_REASON),
    ...addresses,
  ];
  return `${WORDS[kind]}: ${parts.filter((part) => part !== null).join(' – ')}`;
}

function titlesOf(all: readonly TextFacts[]): string {
  const titles = [...new Set(all.map(titleOf))];
  const more = titles.length - MAX_TITLES;
  const shown = titles.slice(0, MAX_TITLES).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}

const titleOf = ({ title }: TextFacts): string => plain(title ?? '', MAX_TITLE) || UNTITLED;

/** Text that Slack, Teams and others show and do nothing with. */
function plain(text: string, max: number): string {
  const line = text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('](', '] (')
    .replace(/@(?=\w)/g, '@ ')
    .replace(/\b(https?|mailto|javascript):/gi, '$1 :')
    .trim();
  return line.length > max ? `${cutText(line, max - 1).trimEnd()}…` : line;
}
