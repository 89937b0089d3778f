import { z } from 'zod';
import type { FieldRule } from '../../../shared/articles/mapping';

const fieldRules = z
  .record(
    z.string(),
    z.custom<FieldRule>(
      (rule) => rule !== undefined && rule !== null,
      'expected the name of a value of the feed, a function or a rule',
    ),
  )
  .refine((fields) => Object.keys(fields).length > 0, 'expected at least one field');

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
