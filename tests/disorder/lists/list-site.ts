import { rm } from 'node:fs/promises';
import type { Entry } from '../../support/people/content-manager';
import type { WireImage } from '../../support/feed/images';
import { bootSite, type Site } from '../../support/site/site';
import { listImages } from './list-images';
import { listTypes, TARGET } from './list-shown';

/**
 * A site whose articles have lists with relations, files and components, for the histories of a file.
 * @param prepare changes its types, in their folder, before it begins.
 */
export function listSite(prepare: (folder: string) => Promise<void> = () => Promise.resolve()): {
  readonly site: Site;
  /** Those that histories speak of, by their number. */
  readonly images: readonly WireImage[];
} {
  let site: Site;
  let folder: string;
  let images: WireImage[];

  beforeAll(async () => {
    folder = await listTypes();
    await prepare(folder);
    site = await bootSite({ types: folder, pluginConfig: { target: TARGET } });
    images = await listImages();
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    get site() {
      return site;
    },
    get images() {
      return images;
    },
  };
}

/** The list in a form that was just opened, as it is sent where nobody changes a relation in it. */
export const itemsIn = (form: Entry): Record<string, unknown>[] =>
  (form.takeaways as Entry[]).map((one) => ({ ...one, about: { connect: [], disconnect: [] } }));

/** The same with something of a person's beside an item, or in the component in it. */
export const withOwn = (
  form: Entry,
  { do: where, item }: { do: 'remark' | 'handle'; item: number },
  own: string,
): Record<string, unknown>[] =>
  itemsIn(form).map((one, index) => {
    if (index !== item) return one;
    const link = one.link as object | null;
    return where === 'remark'
      ? { ...one, remark: own }
      : { ...one, link: { ...link, handle: own } };
  });
