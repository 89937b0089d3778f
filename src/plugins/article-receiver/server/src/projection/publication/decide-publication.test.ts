import { decidePublication, type PublicationFacts } from './decide-publication';

const facts = (changes: Partial<PublicationFacts>): PublicationFacts => ({
  wanted: 'publish',
  last: null,
  turned: false,
  isPublished: false,
  contentChanged: true,
  draftHasEdits: false,
  mode: 'keep',
  ...changes,
});

describe('decidePublication', () => {
  it.each([
    ['publishes on the first word', {}, 'publish'],
    ['does nothing without a word', { wanted: null }, 'none'],
    ['publishes new content', { last: 'publish', isPublished: true }, 'publish'],
    [
      'leaves the same content',
      { last: 'publish', isPublished: true, contentChanged: false },
      'none',
    ],
    ['leaves what an editor unpublished', { last: 'publish' }, 'none'],
    [
      'publishes it again on a word that came back meanwhile',
      { last: 'publish', turned: true },
      'publish',
    ],
    [
      'unpublishes it again on a word that came back meanwhile',
      { wanted: 'unpublish', last: 'unpublish', turned: true, isPublished: true },
      'unpublish',
    ],
    ['publishes it again on a new word', { last: 'unpublish' }, 'publish'],
    [
      'holds what would publish edits',
      { last: 'publish', isPublished: true, draftHasEdits: true },
      'hold',
    ],
    ['unpublishes', { wanted: 'unpublish', last: 'publish', isPublished: true }, 'unpublish'],
    ['unpublishes only what is published', { wanted: 'unpublish', last: 'publish' }, 'none'],
    [
      'leaves what an editor published',
      { wanted: 'unpublish', last: 'unpublish', isPublished: true },
      'none',
    ],
    [
      'overrules an editor who unpublished, if told to',
      { last: 'publish', mode: 'overwrite' },
      'publish',
    ],
    [
      'overrules an editor who published, if told to',
      { wanted: 'unpublish', last: 'unpublish', isPublished: true, mode: 'overwrite' },
      'unpublish',
    ],
    [
      'publishes over edits, if told to',
      { last: 'publish', isPublished: true, draftHasEdits: true, mode: 'overwrite' },
      'publish',
    ],
  ] as [string, Partial<PublicationFacts>, string][])('%s', (_, changes, step) => {
    expect(decidePublication(facts(changes))).toBe(step);
  });
});
