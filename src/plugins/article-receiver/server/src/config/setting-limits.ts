import { z } from 'zod';
import type { SettingsAnswer } from '../../../shared/settings/settings';
import { CHANGEABLE } from './settings';
import { optionsSchema } from './options';

/** Groups that are one setting, with the numbers in them. */
const INNER: Readonly<Record<string, string>> = { rateLimit: 'rateLimit.perMinute' };

function innermost(schema: z.ZodType): z.ZodType {
  const isWrapper =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable;
  return isWrapper ? innermost(schema.unwrap() as z.ZodType) : schema;
}

function schemaAt(path: string): z.ZodType | null {
  let schema: z.ZodType = optionsSchema;
  for (const name of path.split('.')) {
    const group = innermost(schema);
    const inner = group instanceof z.ZodObject ? (group.shape as Record<string, z.ZodType>) : {};
    const found = inner[name];
    if (!found) return null;
    schema = found;
  }
  return innermost(schema);
}

/** The smallest and largest number that each setting takes which is a number, by dotted path. */
export function settingLimits(): SettingsAnswer['limits'] {
  return Object.fromEntries(
    CHANGEABLE.flatMap((setting) => {
      const path = INNER[setting] ?? setting;
      const schema = schemaAt(path);
      if (!(schema instanceof z.ZodNumber)) return [];
      const max = schema.maxValue ?? Number.MAX_SAFE_INTEGER;
      return [[path, { min: schema.minValue ?? 0, max }]];
    }),
  );
}
