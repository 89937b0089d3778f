import { z } from 'zod';
import type { FieldRule } from '../../../shared/articles/mapping';

/** For whoever names a type alone, as nothing is proposed for it at the start of a site. */
const FIELDS_EXPECTED =
  'expected which of its fields take what; without the option, "npx article-receiver map --type UID" proposes it';

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
