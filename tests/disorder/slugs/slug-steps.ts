import fc from 'fast-check';

export const EVENTS = {
  draft: 'article.ready',
  published: 'article.status_changed',
  archived: 'article.status_changed',
};

/** What happens to one of three articles that want the same three slugs. */
export type Step = { article: number } & (
  | { do: 'deliver'; status: keyof typeof EVENTS; slug: number }
  | { do: 'publish' | 'unpublish' | 'delete' | 'clear' | 'edit' }
  | { do: 'rename'; slug: number }
  /** From now on, what the site does with that article breaks: then it does not any more. */
  | { do: 'breaks'; action: 'publish' | 'update' | null }
);

const article = fc.nat(2);
const slug = fc.nat(2);

export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      article,
      do: fc.constant('deliver' as const),
      status: fc.constantFrom<(keyof typeof EVENTS)[]>('draft', 'draft', 'published', 'archived'),
      slug,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      article,
      do: fc.constantFrom<('publish' | 'unpublish' | 'delete' | 'clear' | 'edit')[]>(
        ...(['publish', 'publish', 'unpublish', 'delete', 'clear', 'edit'] as const),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ article, do: fc.constant('rename' as const), slug }) },
  {
    weight: 2,
    arbitrary: fc.record({
      article,
      do: fc.constant('breaks' as const),
      action: fc.constantFrom<('publish' | 'update' | null)[]>('publish', 'update', null),
    }),
  },
);
