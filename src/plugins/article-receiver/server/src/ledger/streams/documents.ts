import type { Core } from '@strapi/types';
import { UIDS } from '../../content-types/uids';
import { fromJson, having, read } from '../../database/columns';
import { COLUMNS, TABLES } from '../../database/tables';
import { rows } from '../../database/rows';
import { inParts, table } from '../../database/sql';
import type { Hold } from '../../projection/article/plan-article';

const TYPE = { targetUid: COLUMNS[TABLES.stream].targetUid };

/** Which entries streams project into. */
export class Documents {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.stream);
  }

  /** The documents of streams, by stream key. */
  of(streamKeys: readonly string[]): Promise<Map<string, StreamDocument>> {
    return this.documentsWhere('streamKey', streamKeys);
  }

  /** Those of some documents that streams project into. */
  async among(documentIds: readonly string[]): Promise<StreamDocument[]> {
    return [...(await this.documentsWhere('documentId', documentIds)).values()];
  }

  /** In parts: what waits, or is planned, may be more articles than one statement can name. */
  private async documentsWhere(
    key: 'streamKey' | 'documentId',
    values: readonly string[],
  ): Promise<Map<string, StreamDocument>> {
    const documents = new Map<string, StreamDocument>();
    for (const some of inParts(values)) {
      const found = await this.rows.findMany({
        select: ['streamKey', 'documentId', 'locale', 'targetUid'],
        where: { $and: [{ [key]: { $in: some } }, { documentId: { $notNull: true } }] },
      });
      for (const { streamKey, documentId, locale, targetUid } of having(found, 'documentId')) {
        documents.set(streamKey, { documentId, locale, contentType: targetUid ?? UIDS.article });
      }
    }
    return documents;
  }

  /** The content types in which there are, or were, documents of streams. */
  async contentTypes(): Promise<string[]> {
    const found = await read(
      table(this.strapi, TABLES.stream).distinct({ targetUid: 'target_uid' }),
      TYPE,
    );
    return having(found, 'targetUid').map(({ targetUid }) => targetUid);
  }

  /** Those of some content types. */
  async inTypes(
    contentTypes: readonly string[],
  ): Promise<{ streamKey: string; documentId: string }[]> {
    const found = await this.rows.findMany({
      select: ['streamKey', 'documentId'],
      where: { targetUid: { $in: contentTypes }, documentId: { $notNull: true } },
    });
    return having(found, 'documentId');
  }

  /** Those of a content type of which no locale is known. */
  async withoutLocale(contentType: string): Promise<string[]> {
    const found = await this.rows.findMany({
      select: ['documentId'],
      where: { targetUid: contentType, documentId: { $notNull: true }, locale: { $null: true } },
    });
    return having(found, 'documentId').map(({ documentId }) => documentId);
  }

  /** Keeps in which locale some documents are. */
  async putInto(locale: string, documentIds: readonly string[]): Promise<void> {
    await this.rows.updateMany({ where: { documentId: { $in: documentIds } }, data: { locale } });
  }

  /** Keeps that the documents of a content type are in no locale. */
  async forgetLocales(contentType: string): Promise<void> {
    const where = { targetUid: contentType, locale: { $notNull: true } };
    await this.rows.updateMany({ where, data: { locale: null } });
  }

  /** The stream that projects into a document; null when none does. */
  async streamOf(documentId: string): Promise<string | null> {
    const row = await this.rows.findOne({ select: ['streamKey'], where: { documentId } });
    return row?.streamKey ?? null;
  }

  /** The feed's article that a document shows, and what is held of it; null for an own one. */
  async originOf(documentId: string): Promise<Origin | null> {
    const row = await this.rows.findOne({
      select: ['streamKey', 'articleId', 'hold'],
      where: { documentId },
    });
    return row && { ...row, hold: fromJson(row.hold) };
  }
}

/** Where what a document shows comes from. */
export interface Origin {
  streamKey: string;
  articleId: string;
  hold: Hold | null;
}

/** The entry that a stream projects into. */
export interface StreamDocument {
  documentId: string;
  contentType: string;
  locale: string | null;
}
