import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IMAGE_FAULTS } from '../../src/plugins/article-receiver/shared/deliveries/image-faults';
import { REQUEST_FAULTS } from '../../src/plugins/article-receiver/shared/deliveries/request-faults';
import { isIssue, ISSUES } from '../../src/plugins/article-receiver/shared/deliveries/issues';
import {
  readReason,
  reasonOf,
  REASONS,
  sameReason,
  storedReason,
  toldReason,
} from '../../src/plugins/article-receiver/shared/deliveries/reasons';

const en = JSON.parse(
  readFileSync(
    join(__dirname, '../../src/plugins/article-receiver/admin/src/translations/en.json'),
    'utf8',
  ),
) as Record<string, string>;

const inEnglish = (prefix: string) =>
  Object.fromEntries(
    Object.entries(en)
      .filter(([id]) => id.startsWith(`${prefix}.`))
      .map(([id, words]) => [id.slice(prefix.length + 1), words]),
  );

/** The values that a text names; how a number is written, and what goes with it, is its language's. */
const valuesIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)(?:, number\}|, plural,|\})/g)].map(([, name]) => `{${name}}`).sort();

/** The values that each text names. */
const filledIn = (words: Record<string, string>) =>
  Object.fromEntries(Object.entries(words).map(([code, text]) => [code, valuesIn(text)]));

/** A reason as versions before codes stored it. */
const before = (sentence: string) => readReason({ ...storedReason(null), reason: sentence });

describe('what is wrong with an image or an answer', () => {
  it.each([
    ['image.why', IMAGE_FAULTS],
    ['request.why', REQUEST_FAULTS],
  ])('has words in the admin, and none is left over: %s', (prefix, faults) => {
    expect(Object.keys(inEnglish(prefix)).sort()).toEqual([...faults].sort());
  });
});

describe('a reason', () => {
  it('has words in the admin, with the same values, and none is left over', () => {
    expect(filledIn(inEnglish('reason'))).toEqual(filledIn(REASONS));
  });

  it('words the issue that it is', () => {
    const values = { issue: 'bodyNoJsonAt', position: 7, path: 'article' };
    expect(toldReason(reasonOf('unusable', values)).reason).toBe(
      'the body is not valid JSON (at position 7)',
    );
    expect(toldReason(reasonOf('unusableField', { ...values, issue: 'noTitle' })).reason).toBe(
      'article: expected a title that is not blank',
    );
  });

  it('is stored as a code with values, and read again as it was', () => {
    const held = reasonOf('publicationHeld', { fields: ['tldr', 'heroImage'] });
    expect(storedReason(held)).toEqual({
      reason: null,
      reasonCode: 'publicationHeld',
      reasonValues: '{"fields":["tldr","heroImage"]}',
    });
    const read = readReason(storedReason(held));
    expect(read).toEqual(held);
    expect(toldReason(read).reason).toBe(
      'Publishing is held: the draft has unpublished changes of an editor (tldr, heroImage).',
    );
    expect(readReason(storedReason(null))).toBeNull();
  });

  it.each([
    [
      'The status "in_translation" has no effect assigned to it.',
      reasonOf('statusUnmapped', { word: 'in_translation' }),
    ],
    ['The event "article.sung" is not known.', reasonOf('eventUnknown', { event: 'article.sung' })],
    ['The delivery names no status.', reasonOf('statusMissing')],
    [
      'Publishing is held: the draft has unpublished changes of an editor (tldr, heroImage).',
      reasonOf('publicationHeld', { fields: ['tldr', 'heroImage'] }),
    ],
    [
      'Discarded by Olga: no: really',
      reasonOf('discarded', { name: 'Olga', reason: 'no: really' }),
    ],
    ['the bucket is closed', reasonOf('asWorded', { text: 'the bucket is closed' })],
  ])('of a version before codes is known by its sentence: %s', (sentence, reason) => {
    expect(before(sentence)).toEqual(reason);
    expect(sameReason(before(sentence), reason)).toBe(true);
  });

  it('of a newer version, whose code is not known here, is no fault', () => {
    const newer = { reason: null, reasonCode: 'moonPhase', reasonValues: '{"phase":"full"}' };
    expect(toldReason(readReason(newer)).reason).toBe('moonPhase');
  });
});

describe('an issue', () => {
  it('has words in the admin, with the same values, and none is left over', () => {
    const { path, message, whole, ...issues } = inEnglish('issue');
    expect([path, message, whole].every(Boolean)).toBe(true);
    expect(filledIn(issues)).toEqual(filledIn(ISSUES));
  });

  it('of a version before codes is known by how it begins', () => {
    const old = { path: 'article.images.0', message: 'the image was refused: is an SVG document' };
    expect(isIssue(old, 'imageRefused')).toBe(true);
    expect(isIssue(old, 'imageMissing')).toBe(false);
  });
});
