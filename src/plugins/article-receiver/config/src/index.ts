import type { Schema, UID } from '@strapi/strapi';
import type { FieldRule, TargetOptions } from '../../shared/articles/mapping';
import { PLUGIN_ID } from '../../shared/plugin-id';
import {
  faultOfPreviewAddress,
  type PreviewAddresses,
  type PreviewRequest,
} from '../../shared/articles/preview';

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

interface Previews {
  address(
    uid: string,
    request: PreviewRequest,
    addresses: PreviewAddresses,
  ): Promise<string | undefined>;
}

/**
 * A handler for Strapi's Preview (`preview.config.handler` in the site's `config/admin`): it goes by
 * the plugin's option `articleUrl`, and gives nothing for types that articles do not go to.
 * @param draft where drafts are shown; by default at the article's own address with `?status=draft`.
 * @param published where what is published is shown; by default at the article's own address.
 * @throws Error that names what is wrong with them, while the site's configuration is read.
 */
export function articlePreview({ draft, published }: PreviewAddresses = {}) {
  const addresses = { draft, published };
  for (const [status, address] of Object.entries(addresses)) {
    const fault = faultOfPreviewAddress(address);
    if (fault !== null) throw new Error(`articlePreview: "${status}": ${fault}`);
  }
  return async (uid: string, request: PreviewRequest): Promise<string | undefined> => {
    const previews = strapi.plugin(PLUGIN_ID).service<Previews>('preview');
    return previews.address(uid, request, addresses);
  };
}

export type {
  PreviewAddress,
  PreviewAddresses,
  PreviewedEntry,
  PreviewRequest,
} from '../../shared/articles/preview';
export type { RuleArticle, RuleImage } from '../../shared/articles/rule-article';
export type {
  ComponentRule,
  Constant,
  ConstantRule,
  Conversion,
  EntryRule,
  FieldRule,
  LocaleRule,
  RelationRule,
  RuleFunction,
  RuleInput,
  TargetOptions,
  TextRule,
  ValueRule,
  ValueSource,
} from '../../shared/articles/mapping';
