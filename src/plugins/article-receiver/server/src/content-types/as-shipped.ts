import { PLUGIN_ID } from '../../../shared/plugin-id';
import types from './index';

type Attributes = Record<string, object>;

/** An input in a form, with its width in twelfths. */
interface Placed {
  name: string;
  size: number;
}

/** What the plugin itself says of one of its types. */
interface Shipped {
  uid: `plugin::${typeof PLUGIN_ID}.${keyof typeof types}`;
  attributes: Attributes;
  /** The rows of its form. */
  form: Placed[][];
}

/**
 * The plugin's types as they are here: an extension may change the very objects that Strapi was given.
 */
export const AS_SHIPPED: readonly Shipped[] = (Object.keys(types) as (keyof typeof types)[]).map(
  (name) => {
    const { attributes, config } = types[name].schema;
    return {
      uid: `plugin::${PLUGIN_ID}.${name}`,
      attributes: structuredClone<Attributes>(attributes),
      form: structuredClone(config.layouts.edit),
    };
  },
);
