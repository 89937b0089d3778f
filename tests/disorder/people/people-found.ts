import type { Field } from './people-model';
import type { PeoplesHistory, Step, Word } from './people-steps';

export const says = (title: number, tldr = 0, description = 0, keyword = 0) => ({
  ...{ title, tldr, description, keyword },
});
export const deliver = (time: number, word: Word, values = says(0)): Step => ({
  ...{ do: 'deliver', time, word, says: values },
});
const save = (field: Field, retypes: number | null = null, publish = false): Step => ({
  ...{ do: 'save', field, retypes, publish, tellsWhen: false },
});
const history = (steps: Step[], imported: PeoplesHistory['imported'] = null): PeoplesHistory => ({
  ...{ imported, steps },
});
/** The service has nothing for what the site demands. */
export const LACKING = 2;
const empty = { fields: [], isPublished: false };

/** Histories that were once played wrongly, the smallest of each kind. */
export const FOUND: PeoplesHistory[] = [
  // Publishing by hand while an older publication was held: that one went out over the newer text.
  history(
    [
      deliver(1, 'published'),
      save('title'),
      deliver(1, 'ready', says(0, 0, 0, 1)),
      deliver(0, 'ready'),
      save('title', null, true),
      deliver(0, 'ready'),
    ],
    { fields: ['description'], isPublished: true },
  ),
  // Unpublished by hand while it was held: the held publication published it again.
  history([
    deliver(0, 'ready'),
    { do: 'publish' },
    save('title'),
    deliver(1, 'published', says(1)),
    { do: 'unpublish' },
    { do: 'rebuild' },
  ]),
  // The suggestion was accepted because of which a publication was held: it stayed held.
  history([
    deliver(0, 'ready'),
    save('title', null, true),
    save('title'),
    deliver(1, 'ready', says(1)),
    deliver(0, 'published'),
    { do: 'suggestion', which: 0, accept: true },
  ]),
  // A value that came back in one field hid that another one's was older.
  history([
    deliver(0, 'ready'),
    { do: 'open' },
    deliver(0, 'ready', says(0, 0, 1)),
    deliver(0, 'ready', says(0, 0, 0, 1)),
    save('title'),
  ]),
  // Dropping changes brought the service's older text back, and nothing newer until a delivery came.
  history([
    deliver(0, 'published'),
    save('title'),
    deliver(0, 'ready', says(1)),
    { do: 'discardDraft' },
  ]),
  // The service's last text, put back by hand beside a newer offer, was taken for the service's.
  history([
    deliver(0, 'ready'),
    save('title'),
    deliver(1, 'ready', says(1)),
    save('title', 0),
    deliver(2, 'ready', says(1, 1)),
  ]),
  // What is offered was typed: the offer stayed, and held a publication.
  history(
    [
      deliver(0, 'ready'),
      save('keyword'),
      deliver(0, 'published'),
      save('keyword', 0),
      { do: 'redrive', which: 0 },
    ],
    { fields: ['description'], isPublished: true },
  ),
  // A word that went away because an older delivery came late, and came back, was news.
  history(
    [
      deliver(1, 'ready'),
      deliver(1, 'archived'),
      { do: 'publish' },
      deliver(0, 'archived'),
      deliver(0, 'published'),
    ],
    empty,
  ),
  // Let out with an editor's changes, then refused: it was held for the same changes again.
  history([
    deliver(0, 'published'),
    save('title'),
    deliver(1, 'published', says(1, 0, LACKING)),
    { do: 'hold', choice: 'release' },
    save('description'),
  ]),
  // Let out with an editor's changes, then refused: it went out with what was changed since as well.
  history([
    deliver(0, 'published'),
    save('title'),
    deliver(1, 'published', says(1, 0, LACKING)),
    { do: 'hold', choice: 'release' },
    save('tldr'),
    save('description'),
  ]),
  // What an editor published with what had been missing: the older one went out over it.
  history([
    deliver(0, 'published', says(0, 0, LACKING)),
    deliver(1, 'ready', says(1)),
    save('description', null, true),
  ]),
  // Unpublished by hand while a publication was refused: that one published it again.
  history([
    deliver(0, 'ready'),
    { do: 'publish' },
    deliver(1, 'published', says(0, 0, LACKING)),
    { do: 'unpublish' },
    save('description'),
  ]),
  // An older publication came late, after a newer one that was refused: nothing was published.
  history([deliver(1, 'published', says(0, 0, LACKING)), deliver(0, 'published')]),
  // The suggestion was accepted that fills what a publication lacked: it went on waiting.
  history([
    deliver(0, 'ready'),
    save('description', LACKING),
    deliver(1, 'published', says(0, 0, 1)),
    { do: 'suggestion', which: 0, accept: true },
  ]),
  // An older delivery with the same slug came late: the same content was held as if it were new.
  history([deliver(3, 'published'), save('tldr'), deliver(2, 'archived', says(1))]),
  // Dropping changes brought the service's older text back, which counted as a person's from then on.
  history([
    deliver(0, 'published'),
    save('title'),
    deliver(1, 'published', says(0, 1)),
    { do: 'discardDraft' },
  ]),
  // The same, where the service's newer value had been declined before.
  history([
    deliver(0, 'published'),
    save('title'),
    deliver(1, 'ready', says(1)),
    { do: 'suggestion', which: 0, accept: false },
    { do: 'discardDraft' },
  ]),
  // What a person had published was the service's once they dropped what they had accepted twice.
  history(
    [
      deliver(0, 'ready'),
      { do: 'publish' },
      { do: 'suggestion', which: 0, accept: true },
      { do: 'discardDraft' },
      { do: 'suggestion', which: 0, accept: true },
      { do: 'discardDraft' },
    ],
    empty,
  ), // Somebody decides on a word while an older delivery with it was passed over.
  history([
    deliver(10, 'unknown'),
    deliver(6, 'published', says(1)),
    deliver(2, 'unknown', says(2)),
    { do: 'decideWord', effect: 'draft' },
  ]),
  // Somebody deletes what waits to be published: because of their own changes, or of what it lacks.
  history([
    deliver(1, 'published'),
    save('title'),
    deliver(2, 'published', says(1)),
    { do: 'delete' },
  ]),
  history([deliver(1, 'published', says(0, 0, LACKING)), { do: 'delete' }]),
  // The service publishes what a person had given up, and that one drops their changes.
  history(
    [
      deliver(2, 'ready', says(1)),
      deliver(1, 'published'),
      save('title', 0),
      { do: 'suggestion', which: 0, accept: true },
      deliver(0, 'ready'),
      { do: 'discardDraft' },
    ],
    empty,
  ),
  // What an importer had published was unpublished by hand, and an older delivery that came late published it.
  history([deliver(2, 'published'), { do: 'unpublish' }, deliver(1, 'ready')], {
    fields: ['description'],
    isPublished: true,
  }),
  // The other way round: published by hand, and taken offline.
  history([deliver(2, 'archived'), { do: 'publish' }, deliver(1, 'ready')], {
    fields: ['description'],
    isPublished: false,
  }),
  // Somebody published an adopted entry that was left to its editors; what the service published after that was
  // passed over for good once its word had changed after all.
  history(
    [
      deliver(1, 'ready'),
      deliver(1, 'published'),
      deliver(0, 'published'),
      { do: 'publish' },
      deliver(2, 'ready'),
      deliver(1, 'published', says(1)),
      { do: 'import', fields: ['title'] },
      deliver(0, 'archived'),
    ],
    empty,
  ),
];
