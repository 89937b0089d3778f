import fc from 'fast-check';
import { changesWord } from '../../src/plugins/article-receiver/server/src/projection/article/changes-word';
import {
  evolve,
  isSaidBy,
  type StreamEntry,
  type Word,
} from '../../src/plugins/article-receiver/server/src/projection/article/evolve';
import {
  baseAfterDrop,
  giveUp,
  fieldsPutBack,
  putOut,
  remember,
  staleIn,
  type History,
} from '../../src/plugins/article-receiver/server/src/projection/merge/field-history';
import { fingerprint } from '../../src/plugins/article-receiver/server/src/projection/merge/fingerprint';
import {
  UNSEEN,
  type Hashes,
} from '../../src/plugins/article-receiver/server/src/projection/merge/merge';
import {
  pastInstead,
  pastLeftToEditors,
  pastWithout,
  planArticle,
  type ArticlePlan,
  UNWRITTEN,
} from '../../src/plugins/article-receiver/server/src/projection/article/plan-article';
import { wordTurned } from '../../src/plugins/article-receiver/server/src/projection/article/word-turned';
import type { Effect } from '../../src/plugins/article-receiver/shared/settings/settings';
import {
  after,
  before,
  expectedOf,
  importedValues,
  personsValue,
  suggestedField,
  tells,
  timeOf,
  writtenIn,
  type Seen,
} from '../disorder/people/people-play';
import { without } from '../../src/plugins/article-receiver/shared/records';
import { holdAfterEdits } from '../../src/plugins/article-receiver/server/src/editors/hold-after-edits';
import { differing } from '../../src/plugins/article-receiver/server/src/mapping/values/changes';
import { FOUND } from '../disorder/people/people-found';
import type * as model from '../disorder/people/people-model';
import { BESIDE, DEMANDED, FIELDS, isSaid, project } from '../disorder/people/people-model';
import {
  peoplesHistories,
  serviceValues,
  type PeoplesHistory,
  type Step,
} from '../disorder/people/people-steps';

const RUNS = 2_000;
const WORDS = { ready: 'draft', published: 'published', archived: 'archived', unknown: 'mulling' };

interface Entry extends StreamEntry {
  values: model.Values;
}

/** An article with nothing around it: what the pure rules make of a history. */
class PureArticle {
  stream: Entry[] = [];
  statusMap: Record<string, Effect> = {};
  draft: model.Values | null = null;
  published: model.Values | null = null;
  past = UNWRITTEN;
  history: History = {};
  offers: Partial<model.Values> = {};
  isAdopted = false;
  isDeleted = false;
  clock = 1;
  form: { values: model.Values; openedAt: number } | null = null;
  private readonly policy = () => ({
    publishOnReady: false,
    planned: { time: '09:00', timeZone: 'UTC' },
    now: 0,
    statusMap: this.statusMap,
  });

  project(): void {
    this.projectOnce(this.past.refused ? [this.past.refused.position] : []);
  }

  /** @param refused what is known to be refused. */
  private projectOnce(refused: readonly number[]): void {
    const unpublishable = new Set(refused);
    const target = evolve(this.stream, this.policy(), { unpublishable });
    if (target.draft === null || this.isDeleted) return;
    const said = (position: number) => without((this.stream[position] as Entry).values, [BESIDE]);
    const isEditors = this.isAdopted && !changesWord(this.stream, this.policy(), {}, this.past);
    const contentOf = (position: number) =>
      fingerprint([said(position), this.stream[position]?.occurredAt]);
    const { draft: here, published } = this;
    const present = {
      draft: here,
      published,
      lost: new Set<string>(),
      bereft: new Set<string>(),
      unmapped: published && here?.[BESIDE] !== published[BESIDE] ? [BESIDE] : [],
    };
    const { past } = this;
    const asKnown = (word: Word) => ({
      ...word,
      isKnown: isSaidBy(this.stream, word.position, past.wordPosition),
    });
    const planFor = (word: Word | null) =>
      planArticle(
        {
          draft: { ...said(target.draft as number) },
          publication:
            word && !isEditors
              ? {
                  ...asKnown(word),
                  turned: wordTurned(target.words, past.heededPosition, word.position),
                  fingerprint: contentOf(word.position),
                  values: { ...said(word.position) },
                  isOlder: word.position !== target.draft,
                  missed: new Set(),
                }
              : null,
        },
        present,
        past,
        'keep',
      );
    const plan = planFor(target.publication);
    const { publication } = target;
    if (isEditors) plan.past = pastLeftToEditors(plan, publication && asKnown(publication));
    this.clock += 1;
    const { write, held, suggestions } = plan.merge;
    if (this.draft) {
      const replaced = Object.keys(write).map((field) => {
        const was = fingerprint(this.draft?.[field as model.Field]);
        const written = this.past.base?.[field];
        return [field, written ? [was, written] : [was]] as const;
      });
      this.history = remember(this.history, Object.fromEntries(replaced), this.clock);
    }
    this.clock += 1;
    const draft = { [BESIDE]: '', ...this.draft, ...write } as model.Values;
    this.draft = draft;
    /** @returns whether Strapi takes it. */
    const carryOut = ({ step }: ArticlePlan, word: Word | null): boolean => {
      if (step === 'unpublish') this.published = null;
      if (step !== 'publish' || !word) return true;
      const older = Object.entries(said(word.position));
      const free = Object.fromEntries(older.filter(([field]) => !held.includes(field)));
      const published = { ...draft, ...free };
      if (published[DEMANDED] === '') return false;
      this.published = published;
      const hashes = Object.entries(free).map(([field, value]) => [field, fingerprint(value)]);
      this.history = putOut(this.history, Object.fromEntries(hashes));
      return true;
    };
    this.offers = suggestions as Partial<model.Values>;
    this.past = plan.past;
    const { publication: word, instead } = target;
    if (!word || carryOut(plan, word)) return;
    const { position } = word;
    const isRefused = { position, fields: [DEMANDED], fingerprint: contentOf(position) };
    this.past = pastWithout(plan, present, past, isRefused);
    const second = instead && planFor(instead);
    if (second && second.step !== 'hold' && carryOut(second, instead)) {
      this.past = pastInstead(second, past, isRefused);
      return;
    }
    const known = [
      ...refused,
      position,
      ...(second && second.step !== 'hold' ? [instead.position] : []),
    ];
    const next = evolve(this.stream, this.policy(), { unpublishable: new Set(known) }).instead;
    if (next && next.position !== instead?.position) this.projectOnce(known);
  }

  open(): void {
    if (this.draft) this.form = { values: this.draft, openedAt: (this.clock += 1) };
  }

  save(field: model.Field, value: string, tellsWhen: boolean): void {
    if (!this.form) return;
    const values = { ...this.form.values, [field]: value };
    this.put(values, { openedAt: tellsWhen ? this.form.openedAt : null, saysMore: true });
  }

  /** Other code of the site's writes. */
  write(values: Partial<model.Values>): void {
    this.put(values, { openedAt: null, saysMore: false });
  }

  private put(
    values: Partial<model.Values>,
    how: { openedAt: number | null; saysMore: boolean },
  ): void {
    if (!this.draft) return;
    const base = this.past.base ?? {};
    const save = { values, current: this.draft, ...how };
    const { stale, unseen } = staleIn(save, this.history, base);
    const before = this.draft;
    const changed = Object.entries(values).filter(([name]) => !stale.includes(name));
    this.draft = { ...this.draft, ...Object.fromEntries(changed) };
    this.past = { ...this.past, hold: holdAfterEdits(this.past, differing(this.draft, before)) };
    const again = fieldsPutBack(values, before, base);
    const marks: Hashes = Object.fromEntries([...unseen, ...again].map((name) => [name, UNSEEN]));
    this.past = { ...this.past, base: { ...this.past.base, ...marks } };
    this.form = null;
    const isTaken = Object.entries(this.offers).some(([name, offer]) => {
      return this.draft?.[name as model.Field] === offer;
    });
    const isTakenBack =
      this.past.hold?.released === false &&
      differing(this.draft, before).some(
        (name) => this.draft?.[name as model.Field] === this.published?.[name as model.Field],
      );
    if (isTaken || isTakenBack || Object.keys(marks).length > 0 || this.past.refused)
      this.project();
  }

  /** A person publishes or unpublishes, which settles what waits for a person. */
  byHand(published: model.Values | null): void {
    this.published = published;
    const { wordPosition: heededPosition } = this.past;
    this.past = { ...this.past, heededPosition, isByHand: published !== null };
    const { hold, refused } = this.past;
    const waiting = hold ?? refused;
    if (!waiting) return;
    this.past = {
      ...this.past,
      hold: null,
      publishedEffect: 'publish',
      publishedFingerprint: waiting.fingerprint ?? null,
      wordPosition: waiting.position,
      heededPosition: waiting.position,
    };
    this.project();
  }

  discardDraft(): void {
    this.form = null;
    const { draft, published, past } = this;
    if (draft && published && past.base) {
      const drop = { before: draft, after: published };
      this.past = { ...past, base: baseAfterDrop(drop, past.base, this.history) };
    }
    this.draft = published;
    this.project();
  }

  decideSuggestion(field: model.Field, isAccepted: boolean): void {
    const offer = this.offers[field];
    if (!this.draft || offer === undefined) throw new Error(`nothing is offered for ${field}`);
    if (isAccepted) {
      const hash = fingerprint(this.draft[field]);
      this.history = giveUp(this.history, field, hash, (this.clock += 1));
      this.draft = { ...this.draft, [field]: offer };
    }
    this.past = { ...this.past, base: { ...this.past.base, [field]: fingerprint(offer) } };
    delete this.offers[field];
    if (isAccepted && (this.past.hold ?? this.past.refused)) this.project();
  }

  decideHold(isReleased: boolean): void {
    const { hold } = this.past;
    if (!hold) throw new Error('nothing is held');
    const dropped = {
      publishedEffect: 'publish',
      publishedFingerprint: hold.fingerprint,
      wordPosition: hold.position,
      heededPosition: hold.position,
    } as const;
    this.past = isReleased
      ? { ...this.past, hold: { ...hold, released: true } }
      : { ...this.past, hold: null, ...dropped };
    this.project();
  }

  leave(): void {
    const { hold, refused } = this.past;
    if (hold && !hold.released) return this.decideHold(false);
    this.stream = this.stream.map((entry) =>
      entry.position === refused?.position
        ? { ...entry, leftBy: 'Somebody', leftCode: 'publicationLacks' }
        : entry,
    );
    this.past = { ...this.past, hold: null };
    this.project();
  }

  restore(): void {
    if (!this.isDeleted) return this.project();
    this.isDeleted = false;
    this.isAdopted = false;
    this.project();
  }

  seen(): Seen {
    const { draft, published, past, isDeleted } = this;
    const held = FIELDS.filter(isSaid).filter(
      (field) => draft && past.base?.[field] !== fingerprint(draft[field]),
    );
    return {
      draft,
      published,
      persons: held,
      offers: isDeleted ? {} : this.offers,
      held: !isDeleted && past.hold !== null && !past.hold.released,
      refused: !isDeleted && (past.hold === null || past.hold.released) && past.refused !== null,
    };
  }

  take(step: Step, now: model.Model, number: number): void {
    switch (step.do) {
      case 'deliver':
        this.stream.push({
          position: this.stream.length,
          occurredAt: timeOf(step, number),
          sourceUpdatedAt: null,
          event: step.word === 'ready' ? 'article.ready' : 'article.status_changed',
          sourceStatus: WORDS[step.word],
          plannedFor: null,
          values: serviceValues(step.says),
        });
        return this.project();
      case 'open':
        return this.open();
      case 'save':
        if (!now.form) this.open();
        this.save(step.field, personsValue(now, step, number), tells(now, step));
        if (step.publish) this.byHand(this.draft);
        return;
      case 'import':
        this.write(importedValues(writtenIn(step), number));
        if (step.publish) this.byHand(this.draft);
        return;
      case 'publish':
        return this.byHand(this.draft);
      case 'unpublish':
        return this.byHand(null);
      case 'discardDraft':
        return this.discardDraft();
      case 'unpublishAndDiscard':
        this.discardDraft();
        return this.byHand(null);
      case 'delete':
        this.draft = null;
        this.published = null;
        this.form = null;
        this.isDeleted = true;
        return;
      case 'decideWord':
        this.statusMap = { mulling: step.effect };
        return this.project();
      case 'suggestion':
        return this.decideSuggestion(suggestedField(now, step.which) as model.Field, step.accept);
      case 'hold':
        if (step.choice === 'leave') return this.leave();
        return this.decideHold(step.choice === 'release');
      case 'redrive':
        return this.restore();
      case 'rebuild':
        return this.project();
      case 'retention':
      case 'repeat':
        return;
    }
  }
}

function play({ imported, steps }: PeoplesHistory): void {
  let now = before(imported);
  const article = new PureArticle();
  if (imported) {
    article.draft = expectedOf(now).draft;
    article.published = now.published;
    article.isAdopted = true;
  }
  for (const [number, step] of steps.entries()) {
    const next = after(now, step, number);
    if (next === null) continue;
    article.take(step, now, number);
    now = next;
    expect({ number, seen: article.seen() }).toEqual({ number, seen: expectedOf(now) });
  }
  article.project();
  expect(article.seen()).toEqual(expectedOf(project(now)));
}

describe('people and the service with one article', () => {
  it('each keep what is theirs, whatever happens in whatever order', () => {
    fc.assert(fc.property(peoplesHistories, play), {
      numRuns: RUNS,
      examples: FOUND.map((found) => [found]),
    });
  });
});
