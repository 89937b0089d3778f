import { fingerprint } from '../merge/fingerprint';
import { planArticle, type LastWritten, type Present } from './plan-article';

const FEED = { title: 'Feed' };
const EDITED = { title: 'Edited' };
const past: LastWritten = {
  base: { title: fingerprint('Feed') },
  publishedEffect: 'publish',
  publishedFingerprint: 'first',
  hold: null,
  refused: null,
  wordPosition: 1,
  heededPosition: 1,
  isByHand: false,
};

/** What comes of it when the feed wants a content published. */
const plan = (content: string | null, published: Present['published'], before: LastWritten) =>
  planArticle(
    {
      draft: FEED,
      publication: content && {
        ...{ effect: 'publish', position: 2, fingerprint: content, missed: new Set() },
      },
    } as Parameters<typeof planArticle>[0],
    { draft: EDITED, published, lost: new Set(), bereft: new Set(), unmapped: [] },
    before,
    'keep',
  );

describe('a publication that is held', () => {
  const held = plan('second', FEED, past);

  it('names the edits because of which it waits', () => {
    expect([held.step, held.unpublishedEdits]).toEqual(['hold', ['title']]);
  });

  it('goes out when it was released, and lets nothing out that came after it', () => {
    const released = { ...held.past, hold: { position: 2, fingerprint: 'second', released: true } };
    expect(plan('second', FEED, released).step).toBe('publish');
    expect(plan('third', FEED, released).step).toBe('hold');
  });

  it('publishes nothing that an editor unpublished while it waited', () => {
    const first = plan('second', FEED, { ...past, publishedEffect: null });
    expect(plan('second', null, first.past).step).toBe('none');
  });
});

describe('a word that an editor decided against', () => {
  it('is no news when it went away and comes again', () => {
    const quiet = plan(null, null, past);
    expect(plan('first', null, quiet.past).step).toBe('none');
  });

  it('is no news when the editor publishes after all', () => {
    const left = plan('second', null, past);
    expect(left.step).toBe('none');
    expect(plan('second', EDITED, left.past).step).toBe('none');
  });
});

describe('what an editor published by hand', () => {
  const byHand = { ...past, isByHand: true };
  const missed = new Set<string>();
  /** What comes of the word that was carried out, where its content reads differently by now. */
  const planned = (before: LastWritten, word: { isOlder: boolean; isKnown: boolean }) =>
    planArticle(
      {
        draft: FEED,
        publication: {
          ...({ effect: 'publish', position: 1, turned: false, fingerprint: 'other' } as const),
          ...{ values: FEED, missed, ...word },
        },
      },
      { draft: FEED, published: FEED, lost: new Set(), bereft: new Set(), unmapped: [] },
      before,
      'keep',
    );
  const again = (...of: Parameters<typeof planned>) => planned(...of).step;

  it('stays where an older content of the service reads differently by now', () => {
    expect(again(past, { isOlder: true, isKnown: true })).toBe('publish');
    expect(again(byHand, { isOlder: true, isKnown: true })).toBe('none');
  });

  it('is what readers are known to have after that, and still theirs', () => {
    const { publishedFingerprint, isByHand } = planned(byHand, {
      isOlder: true,
      isKnown: true,
    }).past;
    expect({ publishedFingerprint, isByHand }).toEqual({
      publishedFingerprint: 'first',
      isByHand: true,
    });
  });

  it('makes way for a newer word, and is brought up to date where the draft shows the content', () => {
    expect(again(byHand, { isOlder: true, isKnown: false })).toBe('publish');
    expect(again(byHand, { isOlder: false, isKnown: true })).toBe('publish');
  });
});

describe('what was deleted and comes back', () => {
  const publication = {
    ...({ effect: 'publish', position: 1, fingerprint: 'first' } as const),
    ...{ turned: false, isOlder: false, isKnown: true, values: FEED, missed: new Set<string>() },
  };
  const bereft = new Set(['title']);
  /** What comes of it where the title is lost in the draft, and readers have this one. */
  const back = (title: string | null, unmapped: string[] = []) => {
    const present = {
      draft: { title: null },
      published: { title },
      lost: bereft,
      bereft,
      unmapped,
    };
    return planArticle({ draft: FEED, publication }, present, past, 'keep').step;
  };

  it('goes out where readers miss it, too', () => {
    expect([back(null), back('Feed')]).toEqual(['publish', 'none']);
  });

  it('asks nobody, and waits for the next publication, where there are edits', () => {
    expect(back(null, ['note'])).toBe('none');
  });

  it('goes out in older content as well, unless somebody published the draft since', () => {
    const older = { ...publication, isOlder: true, missed: bereft };
    const present = {
      draft: FEED,
      published: { title: null },
      ...{ lost: new Set<string>(), bereft: new Set<string>(), unmapped: [] },
    };
    const stepAfter = (before: LastWritten) =>
      planArticle({ draft: FEED, publication: older }, present, before, 'keep').step;
    expect(stepAfter(past)).toBe('publish');
    expect(stepAfter({ ...past, isByHand: true, wordPosition: 1 })).toBe('none');
  });
});

describe('a relation that leads nowhere in the language to which the article moves', () => {
  const publication = {
    ...({ effect: 'publish', position: 1, fingerprint: 'first' } as const),
    ...{ turned: false, isKnown: true, values: FEED, missed: new Set(['title']) },
  };
  const present = {
    ...{ draft: { title: null }, published: { title: null } },
    ...{ lost: new Set(['title']), bereft: new Set<string>(), unmapped: [] },
  };

  it.each([true, false])('is the service’s for readers, too', (isOlder) => {
    const wanted = { draft: FEED, publication: { ...publication, isOlder } };
    const { step, merge } = planArticle(wanted, present, past, 'keep');
    expect([step, merge.write]).toEqual(['publish', FEED]);
  });
});

describe('edits of what the feed does not fill', () => {
  it('hold a publication over what is published, until they are released', () => {
    const present = {
      draft: FEED,
      published: FEED,
      lost: new Set<string>(),
      bereft: new Set<string>(),
      unmapped: ['note'],
    };
    const wanted = {
      draft: FEED,
      publication: {
        effect: 'publish',
        position: 2,
        turned: false,
        fingerprint: 'second',
        values: FEED,
        isOlder: false,
        missed: new Set<string>(),
        isKnown: true,
      },
    } as const;
    const held = planArticle(wanted, present, past, 'keep');
    expect([held.step, held.unpublishedEdits]).toEqual(['hold', ['note']]);
    const hold = { position: 2, fingerprint: 'second', released: true };
    expect(planArticle(wanted, present, { ...held.past, hold }, 'keep').step).toBe('publish');
    expect(planArticle(wanted, present, past, 'overwrite').step).toBe('publish');
  });
});
