import type { Core } from '@strapi/types';
import { UIDS } from '../../content-types/uids';
import { having } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { rows } from '../../database/rows';
import type { ArticleLink } from '../../projection/addresses/relink';
import type { StreamDocument } from './documents';
import { linksOf } from './stream-row';

/** An entry whose draft was written with links to other articles. */
export interface LinkingStream {
  id: number;
  document: StreamDocument;
  links: readonly ArticleLink[];
}

/** Where the links of articles to other articles lead. */
export class Links {
  constructor(private readonly strapi: Core.Strapi) {}

  /** The entries of a type with links to other articles, the newest first. */
  async onType(
    contentType: string,
    { before, limit }: { before: number | null; limit: number },
  ): Promise<LinkingStream[]> {
    return this.find(contentType, before === null ? {} : { id: { $lt: before } }, limit);
  }

  /** Where the links of one entry to other articles lead; empty where it has none. */
  async inEntry({ documentId, contentType }: StreamDocument): Promise<readonly ArticleLink[]> {
    const [stream] = await this.find(contentType, { documentId }, 1);
    return stream?.links ?? [];
  }

  private async find(contentType: string, which: object, limit: number): Promise<LinkingStream[]> {
    // Rows of the first versions name no type.
    const types = [{ targetUid: contentType }, { targetUid: { $null: true } }];
    const onType = contentType === UIDS.article ? { $or: types } : types[0];
    const found = await rows(this.strapi, TABLES.stream).findMany({
      select: ['id', 'documentId', 'locale', 'links'],
      where: {
        $and: [{ links: { $notNull: true }, documentId: { $notNull: true } }, onType, which],
      },
      orderBy: { id: 'desc' },
      limit,
    });
    return having(found, 'documentId').map(({ id, documentId, locale, links }) => ({
      id,
      document: { documentId, contentType, locale },
      links: linksOf({ links }),
    }));
  }

  /** The articles that ask for some slugs, whatever slugs they have here. */
  async asking(slugs: readonly string[]): Promise<AskingStream[]> {
    const found = await rows(this.strapi, TABLES.stream).findMany({
      select: ['slug', 'documentId', 'publishedEffect'],
      where: { slug: { $in: slugs }, documentId: { $notNull: true } },
      orderBy: { id: 'asc' },
    });
    // MySQL's usual collations also find slugs that differ in upper and lower case.
    const asked = new Set(slugs);
    return having(found, 'slug', 'documentId').filter(({ slug }) => asked.has(slug));
  }
}

/** An article of the feed by the slug that the service last had for it. */
export interface AskingStream {
  slug: string;
  documentId: string;
  /** What the service last said of its publication, where that was carried out. */
  publishedEffect: 'publish' | 'unpublish' | null;
}
