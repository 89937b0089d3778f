import type { Placeholders } from '../wording';
import { filledIn } from '../wording';

/**
 * What happened at a step of a test delivery, in English; `test.detail.CODE` in the admin's translations
 * says the same.
 */
export const TEST_DETAILS = {
  sent: '{bytes} bytes to {path}',
  /** The site did not answer itself: what the connection said. */
  unreachable: '{why}',
  answered: 'The webhook answered {status}.',
  answeredWith: 'The webhook answered {status}: {message}.',
  notAllowed: "The webhook answered {status}. The site's own address is not in allowFrom.",
  logged: 'It is in the event log.',
  notLogged: 'It is not in the event log.',
  made: 'The article was made from it.',
  lost: 'It is not in the event log any more.',
  stillWaiting: 'It was still waiting after {seconds} seconds.',
  /** `reason` of the step says why, where that is known. */
  notMade: 'It is {state}.',
  entry: 'The draft is in the Content Manager, its picture in the Media Library.',
  noPicture: 'The draft is in the Content Manager, but its picture is missing.',
  noEntry: 'There is no entry in the Content Manager.',
} as const;

export type TestDetailCode = keyof typeof TEST_DETAILS;

/** The English sentence of a step. */
export const wordTestDetail = (code: TestDetailCode, values: Placeholders): string =>
  filledIn(TEST_DETAILS[code], values);
