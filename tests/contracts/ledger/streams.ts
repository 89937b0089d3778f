import { streamKeyOf } from '../../../src/plugins/article-receiver/server/src/read-delivery/identity';
import {
  onTarget,
  type StreamState,
} from '../../../src/plugins/article-receiver/server/src/projection/article/stream-state';
import { numbers, unseen, type Booted } from './on-ledger';

/** What the parts about streams promise: what was projected, where it is, for what it waits. */
export function streamContracts(on: Booted): void {
  describe('of streams', () => {
    const change = (articleId: string, how: (state: StreamState) => StreamState) =>
      on().within(async (trx) => {
        const key = streamKeyOf(articleId);
        await on().ledger.streams.save(how(await on().ledger.streams.open(trx, key, articleId)));
      });
    const stateOf = (articleId: string) => on().ledger.streams.read(streamKeyOf(articleId));

    it('knows nothing of one that was never opened', async () => {
      expect(await stateOf(on().newId())).toBeNull();
    });

    it('has one row each, and loses no change, however many open it at once', async () => {
      const id = on().newId();
      await Promise.all(
        numbers.map((number) =>
          change(id, (state) => ({
            ...state,
            links: [...state.links, { slug: `to-${number}`, url: '/' }],
          })),
        ),
      );
      const slugs = (await stateOf(id))?.links.map(({ slug }) => slug).sort();
      expect(slugs).toEqual(numbers.map((number) => `to-${number}`));
      const rows = on().strapi.db.query('plugin::article-receiver.stream');
      expect(await rows.count({ where: { articleId: id } })).toBe(1);
    });

    it('tells ids apart by letter case', async () => {
      await change('art_Case', (state) => ({ ...state, slug: 'upper' }));
      await change('art_case', (state) => ({ ...state, slug: 'lower' }));
      expect([(await stateOf('art_Case'))?.slug, (await stateOf('art_case'))?.slug]).toEqual([
        'upper',
        'lower',
      ]);
    });

    it('gives back what was saved', async () => {
      const id = on().newId();
      const saved = (state: StreamState): StreamState => ({
        ...state,
        documentId: `doc-${id}`,
        locale: 'de-CH',
        base: { title: 'abc', 'seo.metaTitle': 'def' },
        slug: 'größe-漢字',
        publishedSlug: 'größe-2',
        publishedEffect: 'publish',
        publishedFingerprint: 'f',
        hold: { position: 3, fingerprint: 'x', released: false },
        refused: { position: 4, fields: ['title'] },
        files: { heroImage: [7], images: [8, 9] },
        links: [{ slug: 'a', url: 'https://example.org/a' }],
        adoptedBy: 2,
        restore: true,
        mayMove: true,
        planned: { day: '2027-01-31', position: 5 },
      });
      await change(id, saved);
      const state = await stateOf(id);
      expect(state).toEqual(saved(state as StreamState));
      expect(await on().ledger.documents.streamOf(`doc-${id}`)).toBe(streamKeyOf(id));
      expect(await on().ledger.documents.of([streamKeyOf(id)])).toEqual(
        new Map([
          [
            streamKeyOf(id),
            { documentId: `doc-${id}`, contentType: state?.targetUid, locale: 'de-CH' },
          ],
        ]),
      );
    });

    it('keeps what was done on another type until the site comes back to it', async () => {
      const id = on().newId();
      await change(id, (state) => ({ ...state, documentId: 'here', slug: 'first' }));
      const { targetUid } = (await stateOf(id)) as StreamState;
      await change(id, (state) => onTarget(state, 'api::post.post'));
      expect(await stateOf(id)).toMatchObject({ documentId: null, slug: null });
      await change(id, (state) => ({ ...state, documentId: 'there' }));
      await change(id, (state) => onTarget(state, targetUid));
      expect(await stateOf(id)).toMatchObject({ documentId: 'here', slug: 'first' });
      await change(id, (state) => onTarget(state, 'api::post.post'));
      expect(await stateOf(id)).toMatchObject({ documentId: 'there', slug: null });
    });

    it('does not lock one that has no row', async () => {
      const locking = on().within((trx) => on().ledger.streams.lock(trx, 'none'));
      await expect(locking).rejects.toThrow('stream none has no row to lock');
    });

    it('remembers what people ask of one, and leaves the others alone', async () => {
      const { ledger } = on();
      const [stream, other] = [on().newStream(), on().newStream()];
      await on().changed(stream);
      await on().changed(other);
      const askedFor = { draft: 1, publication: null, slugs: ['a'] };
      await ledger.streams.restore(stream);
      await ledger.streams.letMove(stream);
      await ledger.streams.askFor(stream, askedFor);
      expect(await on().ledger.streams.read(stream)).toMatchObject({
        restore: true,
        mayMove: true,
        askedFor,
      });
      expect(await on().ledger.streams.read(other)).toMatchObject({
        restore: false,
        mayMove: false,
        askedFor: null,
      });
    });

    it('does nothing to one that was never opened', async () => {
      const stream = on().newStream();
      await on().ledger.streams.restore(stream);
      expect(await on().ledger.streams.read(stream)).toBeNull();
    });

    it('does not write again what a row says already', async () => {
      const stream = on().newStream();
      await on().changed(stream);
      const known = (await on().ledger.streams.read(stream)) as StreamState;
      await on().ledger.streams.restore(stream);
      await on().ledger.streams.save(known, known);
      expect(await on().ledger.streams.read(stream)).toMatchObject({ restore: true });
      await on().ledger.streams.save(known);
      expect(await on().ledger.streams.read(stream)).toMatchObject({ restore: false });
    });

    it('joins the caller’s transaction', async () => {
      const stream = on().newStream();
      await on().changed(stream);
      const before = await on().ledger.streams.read(stream);
      await on().undone(async () => {
        await on().ledger.streams.restore(stream);
        await on().ledger.streams.letMove(stream);
        await on().ledger.streams.save({ ...(before as StreamState), slug: 'x' });
      });
      expect(await on().ledger.streams.read(stream)).toEqual(before);
    });
  });

  describe('of the entries of streams', () => {
    it('knows none of a stream that made none', async () => {
      const { documents } = on().ledger;
      const stream = on().newStream();
      await on().changed(stream);
      expect(await documents.of([stream])).toEqual(new Map());
      expect(await documents.of([])).toEqual(new Map());
      expect(await documents.streamOf('none')).toBeNull();
      expect(await documents.originOf('none')).toBeNull();
      expect(await documents.among(['none'])).toEqual([]);
    });

    it('finds them both ways', async () => {
      const { documents } = on().ledger;
      const [stream, documentId] = [on().newStream(), on().newId()];
      const hold = { position: 3, fingerprint: 'x', released: false };
      await on().changed(stream, (state) => ({ ...state, documentId, locale: 'de', hold }));
      const [document] = await documents.among([documentId, 'none']);
      expect(document).toMatchObject({ documentId, locale: 'de' });
      expect(await documents.of([stream])).toEqual(new Map([[stream, document]]));
      expect(await documents.streamOf(documentId)).toBe(stream);
      expect(await documents.originOf(documentId)).toEqual({
        streamKey: stream,
        articleId: 'art',
        hold,
      });
    });
  });

  describe('of the types of these entries', () => {
    const madeIn = async (targetUid: string, locale: string | null) => {
      const [streamKey, documentId] = [on().newStream(), on().newId()];
      await on().changed(streamKey, (state) => ({ ...state, targetUid, documentId, locale }));
      return { streamKey, documentId };
    };

    it('knows which there are, and what is in them', async () => {
      const { documents } = on().ledger;
      const [one, other] = [`api::one.${on().newId()}`, `api::other.${on().newId()}`];
      const made = [await madeIn(one, null), await madeIn(other, 'de'), await madeIn(other, null)];
      expect(await documents.contentTypes()).toEqual(expect.arrayContaining([one, other]));
      expect(new Set(await documents.inTypes([one, other]))).toEqual(new Set(made));
      expect(await documents.inTypes(['api::none.none'])).toEqual([]);
      expect(await documents.withoutLocale(other)).toEqual([made[2]?.documentId]);
    });

    it('puts them into a locale, and takes that of all of one type', async () => {
      const { documents } = on().ledger;
      const type = `api::type.${on().newId()}`;
      const [first, second] = [await madeIn(type, null), await madeIn(type, 'de')];
      const elsewhere = await madeIn(`api::elsewhere.${on().newId()}`, 'fr');
      const localesOf = async () => {
        const keys = [first, second, elsewhere].map(({ streamKey }) => streamKey);
        const found = await documents.of(keys);
        return keys.map((streamKey) => found.get(streamKey)?.locale);
      };
      await documents.putInto('en', [first.documentId]);
      expect(await localesOf()).toEqual(['en', 'de', 'fr']);
      await documents.forgetLocales(type);
      expect(await localesOf()).toEqual([null, null, 'fr']);
    });
  });

  describe('of links', () => {
    const linking = async (targetUid: string) => {
      const [stream, documentId] = [on().newStream(), on().newId()];
      const links = [{ slug: documentId, url: `/${documentId}` }];
      await on().changed(stream, (state) => ({ ...state, targetUid, documentId, links }));
      return { documentId, links };
    };

    it('gives the entries of a type, the newest first, a page at a time', async () => {
      const { links } = on().ledger;
      const type = 'api::link.link';
      const made = [await linking(type), await linking(type)];
      await linking('api::other.other');
      const all = await links.onType(type, { before: null, limit: 10 });
      expect(all.map(({ document }) => document.documentId)).toEqual(
        made.map(({ documentId }) => documentId).reverse(),
      );
      expect(await links.onType(type, { before: all[0]?.id ?? 0, limit: 10 })).toEqual([all[1]]);
      expect(await links.onType(type, { before: null, limit: 1 })).toEqual([all[0]]);
    });

    it('gives those of one entry, and none where there are none', async () => {
      const contentType = 'api::link.link';
      const { documentId, links } = await linking(contentType);
      const inEntry = (id: string) =>
        on().ledger.links.inEntry({ documentId: id, contentType, locale: null });
      expect(await inEntry(documentId)).toEqual(links);
      expect(await inEntry('none')).toEqual([]);
    });

    it('finds who asks for a slug, by letter case', async () => {
      const [stream, documentId] = [on().newStream(), on().newId()];
      await on().changed(stream, (state) => ({ ...state, documentId, slug: 'asked-for' }));
      const asking = await on().ledger.links.asking(['asked-for', 'by-nobody']);
      expect(asking).toEqual([expect.objectContaining({ slug: 'asked-for', documentId })]);
      expect(await on().ledger.links.asking(['ASKED-FOR'])).toEqual([]);
      expect(await on().ledger.links.asking([])).toEqual([]);
    });
  });

  describe('of slugs', () => {
    const touchedBy = async (stream: string) =>
      (await on().ledger.slugs.touched(1_000)).find(({ streamKey }) => streamKey === stream);

    const watched = async (stream: string) =>
      (await on().ledger.slugs.interest(stream, [])).watched;

    it('watches each once, however many do so at once', async () => {
      const { slugs } = on().ledger;
      const stream = on().newStream();
      expect(await watched(stream)).toEqual([]);
      await Promise.all(numbers.map(() => slugs.watch(stream, unseen('top', 'other'))));
      // As an editor may have listed it: there is no room for it in the column.
      await slugs.watch(stream, unseen('x'.repeat(256)));
      await slugs.watch(stream, []);
      expect((await watched(stream)).map(({ slug }) => slug).sort()).toEqual(['other', 'top']);
      expect(await touchedBy(stream)).toBeUndefined();
    });

    it('does not forget that readers knew the article by one, nor whether they did', async () => {
      const { slugs } = on().ledger;
      const stream = on().newStream();
      await slugs.watch(stream, unseen('draft', 'shown'));
      const seen = ['shown', 'other'].map((slug) => ({ slug, wasKnown: true }));
      await slugs.watch(stream, [...seen, ...unseen('third')]);
      await slugs.watch(stream, unseen('shown', 'other'));
      const known = (await watched(stream)).filter(({ wasKnown }) => wasKnown);
      expect(known.map(({ slug }) => slug).sort()).toEqual(['other', 'shown']);
      expect(await watched(stream)).toHaveLength(4);
    });

    it('says which of its own slugs others wait for', async () => {
      const { slugs } = on().ledger;
      const [one, other] = [on().newStream(), on().newStream()];
      const own = [on().newId(), on().newId(), on().newId()];
      const [shared = '', mine = '', theirs = ''] = own;
      await slugs.watch(one, unseen(shared, mine));
      await slugs.watch(other, unseen(shared, theirs));
      expect(await slugs.interest(one, own)).toEqual({
        watched: unseen(shared, mine),
        awaited: [shared, theirs],
      });
    });

    it('marks who waits for what changed hands, but for who changed it', async () => {
      const { slugs } = on().ledger;
      const [one, other] = [on().newStream(), on().newStream()];
      await slugs.watch(one, unseen('free'));
      await slugs.watch(other, unseen('free', 'else'));
      await slugs.changed({ taken: [], left: ['free'] }, one);
      expect(await touchedBy(one)).toBeUndefined();
      expect(await touchedBy(other)).toMatchObject({ slugs: ['free'] });
      await slugs.changed({ taken: ['free'], left: [] }, null);
      expect(await touchedBy(one)).toMatchObject({ slugs: ['free'] });
    });

    it('marks who waits for a slug where one with a number behind it becomes free', async () => {
      const { slugs } = on().ledger;
      const stream = on().newStream();
      await slugs.watch(stream, unseen('stem'));
      await slugs.changed({ taken: ['stem-3'], left: [] }, null);
      expect(await touchedBy(stream)).toBeUndefined();
      await slugs.changed({ taken: [], left: ['stem-3'] }, null);
      expect(await touchedBy(stream)).toMatchObject({ slugs: ['stem'] });
    });

    it('takes away only the marks that led to a look', async () => {
      const { slugs } = on().ledger;
      const stream = on().newStream();
      await slugs.watch(stream, unseen('first', 'second'));
      await slugs.mark(stream, 'first');
      const seen = await touchedBy(stream);
      if (!seen) throw new Error('it was marked');
      await slugs.mark(stream, 'second');
      await slugs.untouch(seen);
      expect(await touchedBy(stream)).toMatchObject({ slugs: ['second'] });
    });

    it('joins the caller’s transaction', async () => {
      const { slugs } = on().ledger;
      const stream = on().newStream();
      await on().undone(() => slugs.watch(stream, unseen('undone')));
      expect(await watched(stream)).toEqual([]);
      await slugs.watch(stream, unseen('kept'));
      await on().undone(() => slugs.changed({ taken: ['kept'], left: [] }, null));
      expect(await touchedBy(stream)).toBeUndefined();
    });
  });
}
