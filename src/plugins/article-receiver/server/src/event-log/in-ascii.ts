import type { Arrival } from './arrival';

const OTHER_CHARACTERS = /[^\x20-\x7e]/gu;

const ascii = (text: string): string => text.replace(OTHER_CHARACTERS, '?');

/** The same with a question mark for each character beyond ASCII in its texts, however deep they lie. */
const asciiIn = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    typeof inner === 'string' ? ascii(inner) : inner,
  ) as Value;

/**
 * An arrival as a database takes it that does not have all of its characters: what lists show of it has question
 * marks for them. Its bytes stay as they came, and so does what tells its article from others.
 */
export function inAscii(arrival: Arrival): Arrival {
  const { userAgent, facts, issues, reason, state } = arrival;
  const { title, slug } = facts;
  return {
    ...arrival,
    userAgent: asciiIn(userAgent),
    facts: { ...(state === 'quarantined' ? asciiIn(facts) : facts), ...asciiIn({ title, slug }) },
    issues: asciiIn(issues),
    reason: asciiIn(reason),
  };
}
