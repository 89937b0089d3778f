import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import type { ArticleUrl } from './article-url';
import { isTree, type Tree } from './layers';
import { parseOptions, type Options } from './options';
import { optionsFrom } from './settings';

interface Layers {
  /** What the site's config files set. */
  site: Tree;
  /** What is stored, as text: the same text, the same settings. */
  storedText: string;
  inForce: Options;
}

const CONFIG = `plugin::${PLUGIN_ID}`;
const NOTHING_STORED = '{}';

const known = new WeakMap<Core.Strapi, Layers>();
/** The stored text that options were made from. */
const origins = new WeakMap<Options, string>();

function layersOf(strapi: Core.Strapi): Layers {
  const layers = known.get(strapi);
  if (layers) return layers;
  const site = strapi.config.get<Tree | undefined>(CONFIG) ?? {};
  const inForce = parseOptions(site);
  const first = { site, storedText: NOTHING_STORED, inForce };
  origins.set(inForce, NOTHING_STORED);
  known.set(strapi, first);
  return first;
}

/**
 * Tells the rest of the site what the options are. Strapi itself is given no defaults to fill in,
 * because what a site sets by itself could not be told from them.
 */
export function fillInDefaults(strapi: Core.Strapi): void {
  strapi.config.set(CONFIG, layersOf(strapi).inForce);
}

/**
 * The options in force on a site: the defaults, over them what is stored, over that what the
 * site's config files set. The same object until something changes.
 */
export const optionsOf = (strapi: Core.Strapi): Options => layersOf(strapi).inForce;

/** The content type of the site's own that articles go to; null when they are the plugin's. */
export const ownTypeOf = (strapi: Core.Strapi): string | null =>
  optionsOf(strapi).target?.type ?? null;

/** Where articles are on the site's front end; undefined when nobody said. */
export function articleUrlOf(strapi: Core.Strapi): ArticleUrl | undefined {
  const { articleUrl, llmsTxt } = optionsOf(strapi);
  return articleUrl ?? llmsTxt.articleUrl;
}

/** What the site's config files set. */
export const siteConfigOf = (strapi: Core.Strapi): Tree => layersOf(strapi).site;

/** The stored text that options were made from: what `useStored` was given. */
export const storedTextOf = (options: Options): string => origins.get(options) ?? NOTHING_STORED;

/** Puts stored settings into force; does nothing when they are in force already. */
export function useStored(strapi: Core.Strapi, storedText: string): Options {
  const layers = layersOf(strapi);
  if (storedText === layers.storedText) return layers.inForce;
  const inForce = optionsFrom(layers.site, readTree(storedText), (path) =>
    strapi.log.warn(`article-receiver: the stored setting "${path}" does not apply here any more`),
  );
  origins.set(inForce, storedText);
  known.set(strapi, { ...layers, storedText, inForce });
  return inForce;
}

function readTree(text: string): Tree {
  try {
    const value: unknown = JSON.parse(text);
    return isTree(value) ? value : {};
  } catch {
    return {};
  }
}
