import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import en from '../translations/en.json';

/** The labels of an article's fields, in each language that the panel was given. */
const labels = new Map<string, ReadonlyMap<string, string>>();

const PREFIX = 'article.';

/** Keeps what a language calls the fields of an article. */
export function learnLabels(locale: string, messages: Record<string, string>): void {
  labels.set(
    locale,
    new Map(
      Object.entries(messages)
        .filter(([id]) => id.startsWith(PREFIX))
        .map(([id, label]) => [id.slice(PREFIX.length), label]),
    ),
  );
}

/** Labels that the plugin, or Strapi, gave before; a site may still have them. */
const FORMER: Record<string, string> = {
  sourceStatus: 'Status in the service',
  extra: 'Further fields of the feed',
  needsAttention: 'Needs attention',
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
  publishedAt: 'publishedAt',
};

/** A field's label, in a language: the administrator's own, where one was given. */
function translatedLabel(field: string, stored: string, locale: string): string {
  const english = (en as Record<string, string>)[PREFIX + field];
  const isOurs =
    stored === english ||
    stored === FORMER[field] ||
    [...labels.values()].some((known) => known.get(field) === stored);
  return isOurs ? (labels.get(locale)?.get(field) ?? english ?? stored) : stored;
}

interface Labelled {
  name: string;
  label: unknown;
}

/** A layout of the Content Manager, as its hooks give it: options hold the type's `pluginOptions`. */
interface Layout {
  options?: Record<string, unknown>;
}

export const isArticle = ({ options }: Layout): boolean => {
  const ours = options?.[PLUGIN_ID];
  return typeof ours === 'object' && ours !== null && 'type' in ours && ours.type === 'article';
};

/** The language of the panel, as Strapi keeps it. */
export const languageOf = ({ store }: Pick<StrapiApp, 'store'>): string =>
  (store?.getState() as { admin_app?: { language?: { locale?: string } } } | undefined)?.admin_app
    ?.language?.locale ?? 'en';

const withLabel = <Field extends Labelled>(field: Field, locale: string): Field =>
  typeof field.label === 'string'
    ? { ...field, label: translatedLabel(field.name, field.label, locale) }
    : field;

export interface EditView {
  layout: Layout & { layout: Labelled[][][] };
}

/**
 * For the Content Manager's hook, which is called for the form of every type. Strapi stores one label
 * for each field; the labels of the plugin's own types are replaced by those in the administrator's language.
 */
export function labelForm(view: EditView, locale: string): EditView {
  if (!isArticle(view.layout)) return view;
  return {
    ...view,
    layout: {
      ...view.layout,
      layout: view.layout.layout.map((panel) =>
        panel.map((row) => row.map((field) => withLabel(field, locale))),
      ),
    },
  };
}

/** The same for the headers of a list. */
export const labelHeaders = <Header extends Labelled>(headers: Header[], locale: string) =>
  headers.map((header) => withLabel(header, locale));
