import { factsOf } from '../../../src/plugins/article-receiver/server/src/read-delivery/facts';
import { readDelivery } from '../../../src/plugins/article-receiver/server/src/read-delivery/read';
import { TEST_STATUS } from '../../../src/plugins/article-receiver/server/src/read-delivery/test-delivery';
import { eventLogOf } from '../../../src/plugins/article-receiver/server/src/event-log/event-log';
import type { Attempt } from '../../../src/plugins/article-receiver/server/src/ledger/deliveries/attempts';
import { filterOf } from '../../../src/plugins/article-receiver/server/src/ledger/deliveries/filters';
import { reasonOf } from '../../../src/plugins/article-receiver/shared/deliveries/reasons';
import { arrivalOf } from '../../support/feed/arrivals';
import { makeDelivery } from '../../support/feed/deliveries';
import { allOf, numbers, type Booted } from './on-ledger';

/** A position at which there is no delivery. */
const NOWHERE = 999_999;
const REASON = reasonOf('statusUnmapped', { word: 'Nearly' });
const ISSUE = { path: 'article.title', message: 'expected a title' };

/** What the parts about deliveries promise: their states, what was tried, which wait for whom. */
export function deliveryContracts(on: Booted): void {
  describe('of deliveries', () => {
    it('knows since when something waits, and whether anything came but tests', async () => {
      const { deliveries } = on().ledger;
      expect([await deliveries.oldestPending(), await deliveries.hasReal()]).toEqual([null, false]);
      await on().delivery({ sourceStatus: TEST_STATUS, receivedAt: 30 });
      expect([await deliveries.oldestPending(), await deliveries.hasReal()]).toEqual([30, false]);
      await on().delivery({ receivedAt: 20 });
      expect([await deliveries.oldestPending(), await deliveries.hasReal()]).toEqual([30, true]);
    });

    it('knows nothing of those that there are not', async () => {
      const { deliveries } = on().ledger;
      expect(await deliveries.find('dlv_none')).toBeNull();
      expect(await deliveries.idAt(NOWHERE)).toBeNull();
      expect(await deliveries.at([NOWHERE])).toEqual([]);
      expect(await deliveries.at([])).toEqual([]);
      expect(await deliveries.inStream('none')).toEqual([]);
      expect(await deliveries.parkedIn('none')).toEqual([]);
    });

    it('adds them with the log’s own transaction, or not at all', async () => {
      const { deliveries } = on().ledger;
      const id = on().newPosition();
      const row = { id, deliveryId: `dlv_${id}`, digest: 'd', receivedAt: 1, byteSize: 1 };
      await on().undone((trx) => deliveries.add(trx, [{ ...row, state: 'pending' }]));
      expect(await deliveries.at([id])).toEqual([]);
    });

    it('counts each that comes again, however many at once, and of the same bytes alone', async () => {
      const position = await on().delivery({ digest: 'same' });
      const { deliveryId } = await on().row(position);
      const count = (digest: string) =>
        on().ledger.deliveries.countDuplicate(deliveryId, digest, 5_000);
      await Promise.all(numbers.map(() => count('same')));
      await count('other');
      expect(await on().row(position)).toMatchObject({
        duplicates: numbers.length,
        lastDuplicateAt: 5_000,
      });
    });

    it('finds each once by its id or position', async () => {
      const { deliveries } = on().ledger;
      const position = await on().delivery();
      const row = await on().row(position);
      expect(await deliveries.find(row.deliveryId)).toEqual(row);
      expect(await deliveries.idAt(position)).toBe(row.deliveryId);
      expect(await deliveries.at([position, position])).toEqual([row]);
    });

    it('gives of each of some streams what its article may show', async () => {
      const [one, other] = [on().newStream(), on().newStream()];
      const first = await on().delivery({ streamKey: one, occurredBelow: 500_000 });
      await on().delivery({ streamKey: one, state: 'superseded' });
      await on().delivery({ streamKey: one, state: 'quarantined' });
      const parked = await on().delivery({ streamKey: one, state: 'parked' });
      const failed = await on().delivery({ streamKey: other, state: 'failed' });
      await on().delivery({ streamKey: on().newStream(), state: 'applied' });
      const found = await on().ledger.deliveries.notReplaced([one, other, 'none']);
      const positions = [...found].map(([key, all]) => [key, all.map((entry) => entry.position)]);
      expect(new Map(positions as [string, number[]][])).toEqual(
        new Map([
          [one, [first, parked]],
          [other, [failed]],
        ]),
      );
      expect(await on().ledger.deliveries.notReplaced([])).toEqual(new Map());
    });

    it('gives a stream in its order, without what is quarantined', async () => {
      const streamKey = on().newStream();
      const first = await on().delivery({ streamKey, occurredAt: 9, occurredBelow: 500_000 });
      await on().delivery({ streamKey, state: 'quarantined' });
      const last = await on().delivery({ streamKey, title: 'Große Dinge', state: 'parked' });
      const stream = await on().ledger.deliveries.inStream(streamKey);
      expect(stream.map(({ position }) => position)).toEqual([first, last]);
      expect(stream[0]).toMatchObject({ streamKey, occurredAt: 9.5, issues: [], reason: null });
      const parked = await on().ledger.deliveries.parkedIn(streamKey);
      expect(parked.map(({ id }) => id)).toEqual([last]);
    });

    it('records what became of one, and forgets what was before', async () => {
      const { deliveries } = on().ledger;
      const streamKey = on().newStream();
      const position = await on().delivery({ streamKey });
      const failed = { state: 'failed', reason: REASON, failures: 2, nextAttemptAt: 7 } as const;
      await deliveries.changeState(position, { ...failed, issues: [ISSUE] });
      expect(await deliveries.inStream(streamKey)).toEqual([
        expect.objectContaining({ state: 'failed', reason: REASON, failures: 2, issues: [ISSUE] }),
      ]);
      await deliveries.changeState(position, { state: 'applied', reason: null });
      expect(await on().row(position)).toMatchObject({ failures: 0, nextAttemptAt: null });
      expect(await deliveries.inStream(streamKey)).toEqual([
        expect.objectContaining({ state: 'applied', reason: null, issues: [ISSUE] }),
      ]);
    });

    it('makes all of a stream pending but what is quarantined', async () => {
      const streamKey = on().newStream();
      const states = ['applied', 'failed', 'quarantined'] as const;
      const positions: number[] = [];
      for (const state of states) positions.push(await on().delivery({ streamKey, state }));
      const other = await on().delivery({ streamKey: on().newStream(), state: 'failed' });
      await on().ledger.deliveries.pendAll(streamKey);
      const now = await Promise.all([...positions, other].map((at) => on().row(at)));
      expect(now.map(({ state }) => state)).toEqual([
        'pending',
        'pending',
        'quarantined',
        'failed',
      ]);
    });

    it('remembers who left one as it is, until somebody wants it after all', async () => {
      const { deliveries } = on().ledger;
      const position = await on().delivery();
      await deliveries.setLeft(position, { by: 'Ada', code: 'statusUnmapped' });
      const { leftBy, leftCode, leftAt } = await on().row(position);
      expect([leftBy, leftCode, typeof leftAt]).toEqual(['Ada', 'statusUnmapped', 'number']);
      await deliveries.setLeft(position, null);
      expect(await on().row(position)).toMatchObject({
        leftBy: null,
        leftCode: null,
        leftAt: null,
      });
    });

    it('joins the caller’s transaction', async () => {
      const { deliveries } = on().ledger;
      const streamKey = on().newStream();
      const position = await on().delivery({ streamKey, state: 'parked' });
      const before = await on().row(position);
      await on().undone(async () => {
        await deliveries.planLook(position, { failures: 3, nextAttemptAt: 9 });
        await deliveries.setLeft(position, { by: 'Ada', code: null });
        await deliveries.pendAll(streamKey);
        await deliveries.changeState(position, { state: 'failed', reason: REASON });
      });
      expect(await on().row(position)).toEqual(before);
    });
  });

  describe('of selected deliveries', () => {
    /** A delivery each, in their order; of the event that tells these from all others. */
    const those = async (event: string, streams: readonly (string | null)[]) => {
      const positions: number[] = [];
      for (const streamKey of streams) positions.push(await on().delivery({ event, streamKey }));
      return positions;
    };
    const idsOf = (pages: readonly (readonly { id: number }[])[]) =>
      pages.map((page) => page.map(({ id }) => id));

    it('counts none, and gives no page, where there are none', async () => {
      const { selected } = on().ledger;
      const none = filterOf({ event: 'none' });
      expect(await selected.count(none)).toBe(0);
      expect(await selected.next(none, 0, 10)).toEqual([]);
      expect(await allOf(selected.inOrder(none))).toEqual([]);
      expect(await allOf(selected.newestFirst(none))).toEqual([]);
      expect(await allOf(selected.streams(none, 10))).toEqual([]);
      expect(await selected.firstsOfStreams(none, [])).toEqual([]);
    });

    it('gives all of them in both orders, and goes on behind a position', async () => {
      const { selected } = on().ledger;
      const filter = filterOf({ event: 'in-order' });
      const [a = 0, b = 0, c = 0] = await those('in-order', [null, null, null]);
      expect(await selected.count(filter)).toBe(3);
      expect(idsOf(await allOf(selected.inOrder(filter, 2)))).toEqual([[a, b], [c]]);
      expect(idsOf(await allOf(selected.newestFirst(filter)))).toEqual([[c, b, a]]);
      expect(idsOf([await selected.next(filter, a, 1)])).toEqual([[b]]);
    });

    it('gives a stream of which some are in quarantine, and none of which all are', async () => {
      const { selected } = on().ledger;
      const [event, state] = ['quarantine', 'quarantined'] as const;
      const [one, other] = [on().newStream(), on().newStream()];
      const first = await on().delivery({ event, state, streamKey: one });
      await on().delivery({ event, state, streamKey: other });
      await on().delivery({ event, streamKey: one });
      const filter = filterOf({ event });
      expect(idsOf(await allOf(selected.streams(filter, 2)))).toEqual([[first], []]);
      const undecided = filterOf({ event, states: [state] });
      expect(idsOf(await allOf(selected.streams(undecided, 10)))).toEqual([[]]);
    });

    it('gives each stream once, where its first selected delivery is', async () => {
      const { selected } = on().ledger;
      const filter = filterOf({ event: 'streams' });
      const [one, other] = [on().newStream(), on().newStream()];
      const [a, , c] = await those('streams', [one, one, other, null, one]);
      await those('another event', [other]);
      expect(idsOf(await allOf(selected.streams(filter, 2)))).toEqual([[a], [c], []]);
      expect(idsOf(await allOf(selected.streams(filter, 10, a)))).toEqual([[c]]);
    });

    it('finds what an operator asks for', async () => {
      const { selected } = on().ledger;
      const event = 'asked';
      const id = await on().delivery({ event, title: 'Größe', articleId: 'art', receivedAt: 50 });
      await on().delivery({ event, state: 'quarantined', discardedAt: 1, receivedAt: 60 });
      const count = (asked: object) => selected.count(filterOf({ event, ...asked }));
      expect(await count({})).toBe(2);
      expect(await count({ states: ['quarantined', 'failed'] })).toBe(1);
      expect(await count({ undecided: true })).toBe(1);
      expect(await count({ since: 50, until: 60 })).toBe(1);
      expect(await count({ articleId: 'art' })).toBe(1);
      expect(await count({ search: String(id) })).toBe(1);
    });

    it('finds who waits for a word, in any letter case', async () => {
      const waiting = async (word: string) => {
        const id = await on().delivery({ sourceStatus: word });
        const reason = reasonOf('statusUnmapped', { word });
        await on().ledger.deliveries.changeState(id, { state: 'parked', reason });
        return id;
      };
      const ids = [await waiting('Almost'), await waiting('ALMOST')];
      await waiting('Not quite');
      const { selected } = on().ledger;
      const found = await allOf(selected.parkedOn({ kind: 'status', word: 'almost' }));
      expect(found.map(({ id }) => id)).toEqual(ids.reverse());
      expect(await allOf(selected.parkedOn({ kind: 'language', word: 'almost' }))).toEqual([]);
    });
  });

  describe('of attempts', () => {
    const attempt = (deliveryPosition: number, streamKey = 'attempted'): Attempt => ({
      streamKey,
      deliveryPosition,
      startedAt: 1_000,
      outcome: 'applied',
      reason: null,
      changes: ['title'],
    });
    const DETAILS = { kept: ['tldr'], otherSlug: null };

    it('knows none of what was never tried', async () => {
      const { attempts } = on().ledger;
      expect(await attempts.on(NOWHERE)).toEqual([]);
      expect(await attempts.onAll([NOWHERE])).toEqual(new Map());
      expect(await attempts.details([NOWHERE])).toEqual(new Map());
      expect(await attempts.inStream('none')).toEqual([]);
      expect(await attempts.projectedAt(NOWHERE)).toBeNull();
      await attempts.record([]);
    });

    it('keeps all of them, the newest first', async () => {
      const { attempts } = on().ledger;
      const [position, other] = [on().newPosition(), on().newPosition()];
      await attempts.record([
        { ...attempt(position), outcome: 'failed', reason: REASON, changes: [] },
      ]);
      expect(await attempts.projectedAt(position)).toBeNull();
      await attempts.record([attempt(position), attempt(other)]);
      const found = await attempts.on(position);
      expect(found.map(({ outcome }) => outcome)).toEqual(['applied', 'failed']);
      expect(found[1]).toMatchObject({ reasonCode: REASON.code, changes: [] });
      expect(await attempts.on(position, 1)).toEqual([found[0]]);
      const all = await attempts.onAll([position, other]);
      expect([all.get(position), all.get(other)?.length]).toEqual([found, 1]);
      expect(await attempts.projectedAt(position)).toBe(Date.parse(found[0]?.finishedAt ?? ''));
    });

    it('gives what the latest with details came to, and a stream’s latest, oldest first', async () => {
      const { attempts } = on().ledger;
      const [stream, position] = [on().newStream(), on().newPosition()];
      await attempts.record([{ ...attempt(position, stream), details: DETAILS }]);
      const latest = { ...DETAILS, otherSlug: 'a-2' };
      await attempts.record([{ ...attempt(position, stream), details: latest }]);
      await attempts.record([attempt(position, stream)]);
      expect(await attempts.details([position])).toEqual(new Map([[position, latest]]));
      const inStream = await attempts.inStream(stream);
      expect(inStream.map(({ details }) => details)).toEqual([DETAILS, latest, null]);
      expect(await attempts.inStream(stream, { limit: 1 })).toEqual([inStream[2]]);
      const later = on().newPosition();
      await attempts.record([attempt(later, stream)]);
      expect(await attempts.inStream(stream, { upTo: position })).toEqual(inStream);
      expect(await attempts.inStream(stream, { upTo: later })).toHaveLength(4);
    });

    it('joins the caller’s transaction', async () => {
      const position = on().newPosition();
      await on().undone(() => on().ledger.attempts.record([attempt(position)]));
      expect(await on().ledger.attempts.on(position)).toEqual([]);
    });
  });

  describe('of how many there are', () => {
    it('counts apart what somebody decided against', async () => {
      const { counts } = on().ledger;
      const span = { from: 70_000, to: 71_000 };
      const none = await counts.arrived(span);
      expect([none.leftOut, new Set(Object.values(none.counts))]).toEqual([0, new Set([0])]);
      const before = await counts.all();
      const at = (receivedAt: number, what: object) => on().delivery({ receivedAt, ...what });
      await at(70_000, { state: 'pending' });
      await at(70_500, { state: 'quarantined' });
      await at(70_500, { state: 'quarantined', discardedAt: 1 });
      await at(70_500, { state: 'applied', leftAt: 1 });
      // Left, but it waits all the same.
      await at(70_999, { state: 'parked', leftAt: 1 });
      await at(71_000, { state: 'failed' });
      const { counts: arrived, leftOut } = await counts.arrived(span);
      expect(leftOut).toBe(2);
      expect(arrived).toMatchObject({
        pending: 1,
        quarantined: 1,
        applied: 0,
        parked: 1,
        failed: 0,
      });
      const after = await counts.all();
      expect(after.leftOut - before.leftOut).toBe(2);
      expect(after.counts.quarantined - before.counts.quarantined).toBe(1);
      expect(after.counts.applied - before.counts.applied).toBe(0);
      expect(after.counts.failed - before.counts.failed).toBe(1);
    });

    it('adds up the bodies of streams, and names none that has none', async () => {
      const { bodySizes } = on().ledger;
      const stream = on().newStream();
      expect(await bodySizes.of([])).toEqual(new Map());
      expect(await bodySizes.of([stream])).toEqual(new Map());
      const body = Buffer.from(JSON.stringify(makeDelivery()));
      const { deliveryId } = await eventLogOf(on().strapi).append(arrivalOf(body));
      const row = await on().ledger.deliveries.find(deliveryId);
      const streamKey = row?.streamKey ?? '';
      expect(await bodySizes.of([streamKey, stream])).toEqual(new Map([[streamKey, body.length]]));
    });
  });

  describe('of quarantine', () => {
    const quarantined = (what: object = {}) => on().delivery({ state: 'quarantined', ...what });
    const facts = () => factsOf(readDelivery(Buffer.from(JSON.stringify(makeDelivery()))).reading);

    it('counts the bytes of what nobody has decided on', async () => {
      const { quarantine } = on().ledger;
      const { bytes } = await quarantine.room();
      const position = await quarantined({ byteSize: 700 });
      await quarantined({ byteSize: 900, discardedAt: 1 });
      expect((await quarantine.room()).bytes - bytes).toBe(700);
      expect(await quarantine.discard(position, REASON)).toBe(true);
      expect((await quarantine.room()).bytes).toBe(bytes);
    });

    it('lets one out with what is known of it now', async () => {
      const position = await quarantined();
      const known = facts();
      const { quarantine } = on().ledger;
      expect(await quarantine.accept(await on().row(position), known, [ISSUE])).toBe(true);
      expect(await on().row(position)).toMatchObject({ ...known, state: 'pending' });
      expect(await quarantine.discard(position, REASON)).toBe(false);
    });

    it('takes the decision of one, of several at once', async () => {
      const position = await quarantined();
      const seen = await on().row(position);
      const { quarantine } = on().ledger;
      const taken = await Promise.all(numbers.map(() => quarantine.accept(seen, facts(), [])));
      expect(taken.filter((isOut) => isOut)).toHaveLength(1);
    });

    it('decides nothing on one that somebody decided on since it was seen', async () => {
      const position = await quarantined();
      const seen = await on().row(position);
      const { quarantine } = on().ledger;
      await quarantine.discard(position, REASON);
      expect(await quarantine.refuse(seen, REASON)).toBe(false);
      expect(await quarantine.accept(seen, facts(), [])).toBe(false);
      const discarded = await on().row(position);
      expect(discarded.state).toBe('quarantined');
      expect(await quarantine.refuse(discarded, REASON)).toBe(true);
      expect((await on().row(position)).discardedAt).toBe(discarded.discardedAt);
    });
  });

  describe('of fetched images', () => {
    it('remembers the latest outcome of each address, by letter case', async () => {
      const { fetchedImages } = on().ledger;
      const position = on().newPosition();
      expect(await fetchedImages.of(position)).toEqual(new Map());
      const [upper, lower] = ['https://example.org/A', 'https://example.org/a'];
      const NONE = { why: 'the host answered 404', fault: 'status', status: 404 };
      await fetchedImages.remember(position, upper, { why: { why: 'slow' }, fetchedAt: 1 });
      await fetchedImages.remember(position, upper, { digest: 'abc' });
      await fetchedImages.remember(position, lower, { why: NONE, fetchedAt: 1 });
      await fetchedImages.remember(on().newPosition(), lower, { digest: 'other' });
      const found = await fetchedImages.of(position);
      expect(found.get(upper)).toEqual({ digest: 'abc' });
      expect(found.get(lower)).toMatchObject({ why: NONE });
      expect(found.size).toBe(2);
    });

    it('keeps beside a failure what stands in, and tries the address again', async () => {
      const { fetchedImages } = on().ledger;
      const position = on().newPosition();
      const failed = { digest: 'of-before', why: { why: 'slow' } };
      await fetchedImages.remember(position, '/one', { ...failed, fetchedAt: 1 });
      expect((await fetchedImages.of(position)).get('/one')).toMatchObject(failed);
      await fetchedImages.remember(position, '/one', { digest: 'new' });
      expect((await fetchedImages.of(position)).get('/one')).toEqual({ digest: 'new' });
    });

    it('has one outcome of an image that is fetched by several at once', async () => {
      const { fetchedImages } = on().ledger;
      const position = on().newPosition();
      await Promise.all(numbers.map(() => fetchedImages.remember(position, '/', { digest: 'd' })));
      expect(await fetchedImages.of(position)).toEqual(new Map([['/', { digest: 'd' }]]));
    });
  });
}
