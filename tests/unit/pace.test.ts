import fc from 'fast-check';
import {
  evolve,
  type StreamEntry,
} from '../../src/plugins/article-receiver/server/src/projection/article/evolve';
import {
  planArticle,
  UNWRITTEN,
} from '../../src/plugins/article-receiver/server/src/projection/article/plan-article';
import { wordTurned } from '../../src/plugins/article-receiver/server/src/projection/article/word-turned';

type Status = 'published' | 'archived';

const POLICY = {
  publishOnReady: false,
  planned: { time: '09:00', timeZone: 'UTC' },
  now: 0,
  statusMap: {},
};

/** An article with what the feed said of it, and what an editor did. */
class Article {
  private readonly stream: StreamEntry[] = [];
  private hasDraft = false;
  private past = UNWRITTEN;
  isPublic = false;

  /** Deliveries that are in the log before the first of them is projected. */
  arrive(together: readonly (readonly [time: number, status: Status])[]): void {
    for (const [time, sourceStatus] of together) {
      const event = 'article.status_changed';
      const position = this.stream.length;
      this.stream.push({
        ...{ position, occurredAt: time, sourceUpdatedAt: null, event, sourceStatus },
        plannedFor: null,
      });
    }
    this.project();
  }

  /** An editor publishes it, or takes it offline. */
  byHand(isPublic: boolean): void {
    this.isPublic = isPublic;
    const { wordPosition: heededPosition } = this.past;
    this.past = { ...this.past, heededPosition, isByHand: isPublic };
  }

  private project(): void {
    const { publication: word, words } = evolve(this.stream, POLICY);
    const content = { title: 'The same' };
    const plan = planArticle(
      {
        draft: content,
        publication: word && {
          ...word,
          turned: wordTurned(words, this.past.heededPosition, word.position),
          fingerprint: 'the same',
          values: content,
          isOlder: false,
          missed: new Set(),
          isKnown: false,
        },
      },
      {
        draft: this.hasDraft ? content : null,
        published: this.isPublic ? content : null,
        lost: new Set(),
        bereft: new Set(),
        unmapped: [],
      },
      this.past,
      'keep',
    );
    this.hasDraft = true;
    this.past = plan.past;
    if (plan.step === 'publish') this.isPublic = true;
    if (plan.step === 'unpublish') this.isPublic = false;
  }
}

const statuses = fc.array(fc.constantFrom<Status>('published', 'archived'), {
  minLength: 1,
  maxLength: 4,
});

/** What the feed says before an editor decides, and after; and in which parts, in which order, the latter comes. */
const histories = fc
  .record({ before: statuses, isPublic: fc.boolean(), after: statuses })
  .chain((history) => {
    const said = history.after.map((status, n) => [100 + n, status] as const);
    return fc.record({
      history: fc.constant(history),
      shuffled: fc.shuffledSubarray(said, { minLength: said.length }),
      parts: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 4, maxLength: 4 }),
    });
  });

describe('whether an article is online', () => {
  it('depends neither on how fast deliveries come after what an editor decided nor on their order', () => {
    fc.assert(
      fc.property(histories, ({ history: { before, isPublic, after }, shuffled, parts }) => {
        const begun = () => {
          const article = new Article();
          for (const [time, status] of before.entries()) article.arrive([[time, status]]);
          article.byHand(isPublic);
          return article;
        };
        const apart = begun();
        for (const [n, status] of after.entries()) apart.arrive([[100 + n, status]]);
        const other = begun();
        const left = [...shuffled];
        for (const size of parts) {
          const together = left.splice(0, size);
          if (together.length > 0) other.arrive(together);
        }
        expect(other.isPublic).toBe(apart.isPublic);
      }),
    );
  });
});
