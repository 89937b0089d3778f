import type { Schema, UID } from '@strapi/strapi';
import type { FieldRule, TargetOptions } from '../../shared/mapping';

/** The option `target` for one content type of the site: only fields that it has can be named. */
export interface Target<Type extends UID.ContentType> extends Omit<
  TargetOptions,
  'type' | 'fields'
> {
  type: Type;
  fields: { readonly [Name in Schema.AttributeNames<Type>]?: FieldRule };
}

/**
 * The option `target`, checked by the compiler against the types that Strapi generates for the
 * site. It is given back as it is; at boot the plugin holds it against the real schemas.
 */
export const defineTarget = <Type extends UID.ContentType>(target: Target<Type>): Target<Type> =>
  target;

export type {
  ComponentRule,
  Constant,
  ConstantRule,
  Conversion,
  EntryRule,
  FieldRule,
  LocaleRule,
  RelationRule,
  TargetOptions,
  ValueRule,
} from '../../shared/mapping';
