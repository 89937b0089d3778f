import { contentManager } from '../../support/people/content-manager';
import type { Site } from '../../support/site/site';
import { DEMANDED, type Values } from './people-model';
import { fieldsOf, type Place } from './people-place';
import { entryWays, type Way } from './people-ways';

/** What people do with copies. */
export type CopyStep =
  /** Of the article, or of another copy; in the form, where another title is typed, or by code. */
  | { do: 'copy'; of: number | null; inForm: boolean }
  | { do: 'withCopy'; which: number; does: 'save' | 'publish' | 'unpublish' | 'delete'; by: Way };

interface Copy {
  id: string;
  draft: Values;
  published: Values | null;
}

/** The copies that people made of an article, each with what it has to have. */
export function entryCopies(site: Site, place: Place) {
  const forms = contentManager(site, place.uid);
  const ways = entryWays(site, place);
  const { change, read, populate } = fieldsOf(place);
  const locale = place.locale === undefined ? {} : { locale: place.locale };
  const documents = () => site.strapi.documents(place.uid as never) as unknown as Documents;
  const all: Copy[] = [];

  const version = (documentId: string, status: 'draft' | 'published') =>
    documents().findOne({ documentId, status, ...locale, populate });

  return {
    async copy(
      { of, inForm }: Extract<CopyStep, { do: 'copy' }>,
      { number, original }: { number: number; original: Pick<Copy, 'id' | 'draft'> | null },
    ): Promise<void> {
      const copied = of === null ? original : all[of % (all.length || 1)];
      if (!copied) return;
      if (inForm) {
        const form = await forms.open(copied.id, place.locale);
        const title = `Copied ${number}`;
        const id = await forms.copy(form, { title }, place.locale);
        all.push({ id, draft: { ...copied.draft, title }, published: null });
      } else {
        const { documentId } = await documents().clone({ documentId: copied.id, ...locale });
        all.push({ id: documentId, draft: copied.draft, published: null });
      }
    },

    async change(
      { which, does, by }: Extract<CopyStep, { do: 'withCopy' }>,
      number: number,
    ): Promise<void> {
      const copy = all[which % (all.length || 1)];
      if (!copy) return;
      if (does === 'save') {
        const tldr = `Copy ${number}`;
        const form = await forms.open(copy.id, place.locale);
        await forms.save(form, change('tldr', tldr, form), locale);
        copy.draft = { ...copy.draft, tldr };
        return;
      }
      if (does === 'publish' && copy.draft[DEMANDED] === '') return;
      if (does === 'unpublish' && copy.published === null) return;
      await ways.act(copy.id, does, by);
      if (does === 'publish') copy.published = copy.draft;
      else if (does === 'unpublish') copy.published = null;
      else all.splice(all.indexOf(copy), 1);
    },

    /** Each copy is as people left it, without the service's id and at an address of its own. */
    async check(): Promise<void> {
      for (const { id, draft, published } of all) {
        const [one, other] = [await version(id, 'draft'), await version(id, 'published')];
        expect({ draft: one && read(one), published: other && read(other) }).toEqual({
          draft,
          published,
        });
        for (const row of [one, other]) expect(row?.[place.idField] ?? null).toBeNull();
      }
      const rows = (await site.strapi.db
        .query(place.uid)
        .findMany({ select: ['documentId', 'slug'] })) as { documentId: string; slug: string }[];
      const owners = new Map<string, string>();
      for (const { documentId, slug } of rows) {
        expect([slug, owners.get(slug) ?? documentId]).toEqual([slug, documentId]);
        owners.set(slug, documentId);
      }
    },
  };
}

interface Documents {
  findOne(params: object): Promise<Record<string, unknown> | null>;
  clone(params: object): Promise<{ documentId: string }>;
}
