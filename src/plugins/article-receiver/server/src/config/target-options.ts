import { z } from 'zod';
import type { FieldRule } from '../../../shared/articles/mapping';
import { isRecord } from '../../../shared/records';

/** For whoever names a type alone, as nothing is proposed for it at the start of a site. */
const FIELDS_EXPECTED =
  'expected which of its fields take what; "npx article-receiver map --type UID" proposes that';

const fieldRules = z
  .record(
    z.string(),
    z.custom<FieldRule>(
      (rule) => rule !== undefined && rule !== null,
      'expected the name of a value of the feed, a function or a rule',
    ),
    FIELDS_EXPECTED,
  )
  .refine((fields) => Object.keys(fields).length > 0, FIELDS_EXPECTED);

/**
 * The outline of the option `target`. The rules of the fields are read where the site's schemas
 * are known, so that a fault can name the field that was meant (`mapping/rules/read-mapping.ts`).
 */
export const targetSchema = z.strictObject({
  type: z.string().regex(/^(api|plugin)::[^.]+\.[^.]+$/, 'expected a uid like api::post.post'),
  fields: fieldRules,
  locale: z
    .strictObject({ missing: z.enum(['park', 'default', 'create']).default('park') })
    .optional(),
});

/** Whether the command `map` has loaded the site: it proposes a mapping where there is none yet, or a wrong one. */
export const isProposing = (): boolean => process.env.ARTICLE_RECEIVER_CLI === 'map';

/** A site's configuration, for `map` without a `target` that has not even the outline of one. */
export function withUsableTarget(config: unknown): unknown {
  if (!isProposing() || !isRecord(config)) return config;
  const { target, ...others } = config;
  return targetSchema.safeParse(target).success ? config : others;
}
