import { takeLocks } from '../../../src/plugins/article-receiver/server/src/database/locks';
import { streamKeyOf } from '../../../src/plugins/article-receiver/server/src/read-delivery/identity';
import type { Decided } from '../../../src/plugins/article-receiver/server/src/ledger/people/decisions';
import { optionsOf } from '../../../src/plugins/article-receiver/server/src/config/site-options';
import { reasonOf } from '../../../src/plugins/article-receiver/shared/deliveries/reasons';
import { numbers, type Booted } from './on-ledger';

/** What the parts about people promise: what they decide, are offered and told, what waits for them. */
export function peopleContracts(on: Booted): void {
  describe('of decisions', () => {
    const decided = (streamKey: string, subject: string): Decided => ({
      kind: 'suggestion',
      choice: 'accepted',
      subject,
      streamKey,
      documentId: 'doc',
      deliveryPosition: null,
      decidedBy: 'Ada',
    });

    it('keeps all of them in their order, a later one beside an earlier', async () => {
      const stream = streamKeyOf(on().newId());
      for (const subject of ['title', 'tldr', 'title']) {
        await on().ledger.decisions.record(decided(stream, subject));
      }
      const kept = await on().ledger.decisions.inStreams([stream]);
      expect(kept.map(({ subject }) => subject)).toEqual(['title', 'tldr', 'title']);
      expect(kept[0]).toMatchObject(decided(stream, 'title'));
      const [newest] = await on().ledger.decisions.latest(null, 1);
      expect(newest).toEqual(kept[2]);
      expect(await on().ledger.decisions.latest(newest?.id ?? 0, 2)).toEqual([kept[1], kept[0]]);
      expect(await on().ledger.decisions.find(newest?.id ?? 0)).toEqual(newest);
    });

    it('lets those who took one lock come one after another', async () => {
      const stream = streamKeyOf(on().newId());
      await Promise.all(
        numbers.map(() =>
          on().within(async (trx) => {
            await takeLocks(on().strapi, trx, ['contract']);
            const before = await on().ledger.decisions.inStreams([stream]);
            await on().ledger.decisions.record(decided(stream, String(before.length)));
          }),
        ),
      );
      const subjects = (await on().ledger.decisions.inStreams([stream])).map(
        ({ subject }) => subject,
      );
      expect(subjects).toEqual(numbers.map(String));
    });

    it('gives those on some deliveries, oldest first, and none where nobody decided', async () => {
      const { decisions } = on().ledger;
      const [position, other] = [on().newPosition(), on().newPosition()];
      const left = (deliveryPosition: number, decidedBy: string): Decided => ({
        kind: 'delivery',
        choice: 'leave',
        subject: null,
        streamKey: null,
        documentId: null,
        deliveryPosition,
        decidedBy,
      });
      expect(await decisions.on([position])).toEqual([]);
      expect(await decisions.find(0)).toBeNull();
      await decisions.record(left(position, 'Ada'));
      await decisions.record(left(other, 'Ada'));
      await decisions.record(left(position, 'Grace'));
      const names = (await decisions.on([position])).map(({ decidedBy }) => decidedBy);
      expect(names).toEqual(['Ada', 'Grace']);
      await on().undone(() => decisions.record(left(other, 'nobody')));
      expect(await decisions.on([other])).toHaveLength(1);
    });
  });

  describe('of suggestions', () => {
    const offering = () => ({
      streamKey: on().newStream(),
      documentId: on().newId(),
      deliveryPosition: on().newPosition(),
    });
    const statesOf = async (streamKey: string) =>
      (await on().ledger.suggestions.find({ streamKey })).map(({ field, value, state }) => [
        field,
        value,
        state,
      ]);

    it('knows none where nothing was offered', async () => {
      const { suggestions } = on().ledger;
      expect(await suggestions.find({ id: 0 })).toEqual([]);
      expect(await suggestions.countOpen([on().newStream()])).toEqual(new Map());
    });

    it('is offered each value once, and the next in the place of the one before', async () => {
      const { suggestions } = on().ledger;
      const stream = offering();
      await suggestions.offer(stream, { title: 'a', tldr: 'b' });
      await suggestions.offer(stream, { title: 'a', tldr: 'b' });
      expect(await suggestions.countOpen([stream.streamKey])).toEqual(
        new Map([[stream.streamKey, 2]]),
      );
      await suggestions.offer(stream, { title: 'c' });
      expect(await statesOf(stream.streamKey)).toEqual([
        ['title', 'c', 'open'],
        ['tldr', 'b', 'gone'],
        ['title', 'a', 'superseded'],
      ]);
    });

    it('says who decided on one', async () => {
      const { suggestions } = on().ledger;
      const stream = offering();
      await suggestions.offer(stream, { title: null });
      const [open] = await suggestions.find({ streamKey: stream.streamKey, state: 'open' });
      expect(open).toMatchObject({ ...stream, value: null, decidedAt: null });
      await suggestions.close(open?.id ?? 0, 'accepted', 'Ada');
      const [closed] = await suggestions.find({ id: open?.id });
      expect(closed).toMatchObject({ state: 'accepted', decidedBy: 'Ada' });
      expect(typeof closed?.decidedAt).toBe('number');
    });

    it('finds what a decision rejected, as long as nothing else is offered', async () => {
      const { suggestions } = on().ledger;
      const stream = offering();
      const decision = {
        ...stream,
        id: 1,
        decidedAt: 1,
        decidedBy: 'Ada',
        kind: 'suggestion',
        choice: 'rejected',
        subject: 'title',
      } as const;
      expect(await suggestions.rejectedBy(decision)).toBeNull();
      await suggestions.offer(stream, { title: 'a' });
      expect(await suggestions.rejectedBy(decision)).toBeNull();
      const [open] = await suggestions.find({ streamKey: stream.streamKey });
      await suggestions.close(open?.id ?? 0, 'rejected', 'Ada');
      expect(await suggestions.rejectedBy(decision)).toMatchObject({ id: open?.id });
      expect(await suggestions.rejectedBy({ ...decision, choice: 'accepted' })).toBeNull();
      expect(await suggestions.rejectedBy({ ...decision, deliveryPosition: 1 })).toBeNull();
      await suggestions.offer(stream, { title: 'b' });
      expect(await suggestions.rejectedBy(decision)).toBeNull();
    });

    it('joins the caller’s transaction', async () => {
      const { suggestions, alerts } = on().ledger;
      const stream = offering();
      const before = (await alerts.unsent(1_000)).length;
      await on().undone(() => suggestions.offer(stream, { title: 'a' }));
      expect(await statesOf(stream.streamKey)).toEqual([]);
      expect(await alerts.unsent(1_000)).toHaveLength(before);
    });
  });

  describe('of alerts', () => {
    const unsentOf = async (position: number) =>
      (await on().ledger.alerts.unsent(1_000)).filter(
        ({ deliveryPosition }) => deliveryPosition === position,
      );
    const recorded = async (kind: 'failed' | 'parked' = 'failed') => {
      const deliveryPosition = on().newPosition();
      await on().within((trx) => on().ledger.alerts.record(trx, { kind, deliveryPosition }));
      return deliveryPosition;
    };

    it('is written with the change that it is about, or not at all', async () => {
      const { alerts } = on().ledger;
      const deliveryPosition = on().newPosition();
      await on().undone((trx) => alerts.record(trx, { kind: 'failed', deliveryPosition }));
      expect(await unsentOf(deliveryPosition)).toEqual([]);
      await on().within((trx) => alerts.record(trx, { kind: 'failed', deliveryPosition }));
      expect(await unsentOf(deliveryPosition)).toMatchObject([
        { kind: 'failed', emittedAt: null, mailedAt: null, details: null },
      ]);
    });

    it('is one for a delivery that enters a state, however many put it there', async () => {
      const { alerts } = on().ledger;
      const position = await on().delivery();
      await Promise.all(numbers.map(() => alerts.enterState(position, 'parked')));
      expect((await on().row(position)).state).toBe('parked');
      expect(await unsentOf(position)).toMatchObject([{ kind: 'parked' }]);
      await on().undone(() => alerts.enterState(position, 'failed'));
      expect((await on().row(position)).state).toBe('parked');
    });

    it('is another one where a delivery waits for something else', async () => {
      const { alerts } = on().ledger;
      const position = await on().delivery();
      const parked = { kind: 'parked' };
      for (const code of ['publicationLacks', 'publicationHeld', 'publicationHeld'] as const) {
        await Promise.all(numbers.map(() => alerts.enterState(position, 'parked', code)));
      }
      expect(await unsentOf(position)).toMatchObject([parked, parked]);
    });

    it('is written for news where the site wants them told', async () => {
      const { alerts } = on().ledger;
      const deliveryPosition = on().newPosition();
      const moved = { from: 'a', to: 'b' };
      const record = (news: ReturnType<typeof optionsOf>['alerts']['news']) => {
        const options = { alerts: { ...optionsOf(on().strapi).alerts, news } };
        const what = { kind: 'published', deliveryPosition, moved } as const;
        return on().within((trx) => alerts.recordNews(trx, options, what));
      };
      await record([]);
      expect(await unsentOf(deliveryPosition)).toEqual([]);
      await record(['published']);
      const [news] = await unsentOf(deliveryPosition);
      expect(JSON.parse(news?.details ?? '')).toEqual(moved);
    });

    it('is sent first, mailed then, and forgotten once it is done with', async () => {
      const { alerts } = on().ledger;
      const [first, second] = [await recorded(), await recorded()];
      const idOf = async (position: number) => (await unsentOf(position))[0]?.id ?? 0;
      const ids = [await idOf(first), await idOf(second)];
      const mark = (some: number[], isMailed: boolean) =>
        on().within((trx) => alerts.markEmitted(some, { isMailed, trx }));
      const unmailed = async () =>
        (await alerts.unmailed(1_000)).map(({ id }) => id).filter((id) => ids.includes(id));
      await mark([], false);
      expect(await unmailed()).toEqual([]);
      await mark(ids.slice(0, 1), false);
      await mark(ids.slice(1), true);
      expect([await unsentOf(first), await unsentOf(second)]).toEqual([[], []]);
      expect(await unmailed()).toEqual(ids.slice(0, 1));
      const all = () => on().strapi.db.query('plugin::article-receiver.alert').count();
      const before = await all();
      await alerts.prune(Date.now() + 1_000);
      expect(before - (await all())).toBe(1);
      expect(await unmailed()).toEqual(ids.slice(0, 1));
      await alerts.markMailed(ids);
      expect(await unmailed()).toEqual([]);
      await alerts.prune(0);
      expect(before - (await all())).toBe(1);
    });

    it('gives the oldest of them first', async () => {
      const [first, second] = [await recorded(), await recorded('parked')];
      const positions = (await on().ledger.alerts.unsent(1_000)).map((row) => row.deliveryPosition);
      expect(positions.indexOf(second)).toBeGreaterThan(positions.indexOf(first));
      expect(await on().ledger.alerts.unsent(1)).toHaveLength(1);
    });
  });

  describe('of what waits for a person', () => {
    it('groups the deliveries of an article by state and reason', async () => {
      const { waiting, deliveries } = on().ledger;
      const streamKey = on().newStream();
      const parked = async (code: 'eventUnknown' | 'statusMissing') => {
        const position = await on().delivery({ streamKey });
        await deliveries.changeState(position, { state: 'parked', reason: reasonOf(code) });
        return position;
      };
      expect(await waiting.deliveriesOf(streamKey)).toEqual([]);
      await parked('eventUnknown');
      const newest = await parked('eventUnknown');
      const other = await parked('statusMissing');
      await on().delivery({ streamKey, state: 'applied' });
      const groups = await waiting.deliveriesOf(streamKey);
      const byCode = new Map(groups.map((group) => [group.reasonCode, group]));
      const since = (await on().row(newest)).stateChangedAt;
      expect(byCode.get('eventUnknown')).toEqual({
        streamKey,
        state: 'parked',
        reasonCode: 'eventUnknown',
        count: 2,
        newest,
        since,
      });
      expect(byCode.get('statusMissing')).toMatchObject({ count: 1, newest: other });
      const all = await waiting.deliveries();
      expect(all.filter((group) => group.streamKey === streamKey)).toHaveLength(2);
    });

    it('gives each that cannot be used by itself, until somebody discards it', async () => {
      const { waiting } = on().ledger;
      const newest = await on().delivery({ state: 'quarantined', stateChangedAt: 5 });
      const discarded = await on().delivery({ state: 'quarantined', discardedAt: 1 });
      const unusable = (await waiting.deliveries()).filter(({ state }) => state === 'quarantined');
      expect(unusable.filter((one) => one.newest === newest)).toEqual([
        { streamKey: null, state: 'quarantined', reasonCode: null, count: 1, newest, since: 5 },
      ]);
      expect(unusable.filter((one) => one.newest === discarded)).toEqual([]);
    });

    it('counts what is offered and open, by field', async () => {
      const { suggestions, waiting } = on().ledger;
      const streamKey = on().newStream();
      const stream = { streamKey, documentId: 'doc', deliveryPosition: on().newPosition() };
      await suggestions.offer(stream, { title: 'a', tldr: 'b' });
      await suggestions.offer(stream, { title: 'c' });
      const open = (await waiting.suggestions()).filter((one) => one.streamKey === streamKey);
      expect(open).toEqual([expect.objectContaining({ field: 'title', count: 1 })]);
    });
  });
}
