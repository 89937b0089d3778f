import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { recordOf } from '../../../shared/records';
import type { ArticleUrl } from './article-url';
import type { Tree } from './layers';
import { parseOptions, type Options } from './options';
import { optionsFrom } from './settings';
import { withUsableTarget } from './target-options';

const CONFIG = `plugin::${PLUGIN_ID}`;
const NOTHING_STORED = '{}';

/**
 * The options of a site: the defaults, over them what is stored, over that what the site's config
 * files set.
 */
class SiteOptions {
  /** What the site's config files set. */
  readonly site: Tree;
  /** What is stored, as text: the same text, the same settings. */
  private storedText = NOTHING_STORED;
  private inForce: Options;
  /** The stored text that options were made from. */
  private readonly origins = new WeakMap<Options, string>();

  constructor(private readonly strapi: Core.Strapi) {
    this.site = recordOf(withUsableTarget(strapi.config.get(CONFIG)));
    this.inForce = parseOptions(this.site);
  }

  /** The options in force: the same object until something changes. */
  get(): Options {
    return this.inForce;
  }

  /** The stored text that options were made from: what `use` was given. */
  storedTextOf(options: Options): string {
    return this.origins.get(options) ?? NOTHING_STORED;
  }

  /** Puts stored settings into force; does nothing when they are in force already. */
  use(storedText: string): Options {
    if (storedText === this.storedText) return this.inForce;
    const inForce = optionsFrom(this.site, readTree(storedText), (path) =>
      this.strapi.log.warn(
        `article-receiver: the stored setting "${path}" does not apply here any more`,
      ),
    );
    this.origins.set(inForce, storedText);
    this.storedText = storedText;
    this.inForce = inForce;
    return inForce;
  }
}

function readTree(text: string): Tree {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The plugin's service `options`: Strapi makes it once for a site, and keeps it. */
export default ({ strapi }: { strapi: Core.Strapi }): SiteOptions => new SiteOptions(strapi);

export const siteOptionsOf = (strapi: Core.Strapi): SiteOptions =>
  strapi.plugin(PLUGIN_ID).service<SiteOptions>('options');

/**
 * Tells the rest of the site what the options are. Strapi itself is given no defaults to fill in,
 * because what a site sets by itself could not be told from them.
 */
export function fillInDefaults(strapi: Core.Strapi): void {
  strapi.config.set(CONFIG, optionsOf(strapi));
}

/** The options in force on a site; see `SiteOptions`. */
export const optionsOf = (strapi: Core.Strapi): Options => siteOptionsOf(strapi).get();

/** The content type of the site's own that articles go to; null when they are the plugin's. */
export const ownTypeOf = (strapi: Core.Strapi): string | null =>
  optionsOf(strapi).target?.type ?? null;

/** Where articles are on the site's front end; undefined when nobody said. */
export function articleUrlOf(strapi: Core.Strapi): ArticleUrl | undefined {
  const { articleUrl, llmsTxt } = optionsOf(strapi);
  return articleUrl ?? llmsTxt.articleUrl;
}
