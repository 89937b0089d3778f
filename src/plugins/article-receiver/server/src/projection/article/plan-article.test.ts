import { fingerprint } from '../merge/fingerprint';
import { planArticle, type LastWritten, type Present } from './plan-article';

const FEED = { title: 'Feed' };
const EDITED = { title: 'Edited' };
const past = {
  base: { title: fingerprint('Feed') },
  publishedEffect: 'publish',
  publishedFingerprint: 'first',
  hold: null,
  refused: null,
} as LastWritten;

/** What comes of it when the feed wants a content published. */
const plan = (content: string | null, published: Present['published'], before: LastWritten) =>
  planArticle(
    {
      draft: FEED,
      publication: content && { effect: 'publish', position: 2, fingerprint: content },
    } as Parameters<typeof planArticle>[0],
    { draft: EDITED, published, lost: new Set() },
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
