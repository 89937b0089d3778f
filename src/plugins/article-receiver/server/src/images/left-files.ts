import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { ledgerOf } from '../ledger/ledger';
import { storageSuffixIn } from '../projection/shared-documents/file-name';
import { fileRows } from '../strapi/media-library';

/** Files that are looked through in one statement. */
const PAGE = 5_000;

/**
 * The files that an earlier installation of the plugin uploaded, or another site from which they came, which
 * are written down nowhere here. The Media Library is looked through once for all images, and once more after
 * each backup that was put in its place: whatever this installation uploads is written down first.
 */
class LeftFiles {
  private reading: Promise<Map<string, number>> | undefined;
  /** When the backup was put in place that was looked through; null where there was none. */
  private backupAt: number | null = null;

  constructor(private readonly strapi: Core.Strapi) {}

  /**
   * The id of such a file; null when there is none.
   * @param suffix the part of the storage name that is made from the bytes.
   */
  async idOf(suffix: string): Promise<number | null> {
    // Perhaps by another process: whoever transfers a site's content, or another instance.
    const backupAt = (await ledgerOf(this.strapi).pins.read('backup'))?.pinnedAt ?? null;
    if (backupAt !== this.backupAt) this.reading = undefined;
    this.backupAt = backupAt;
    this.reading ??= readLeft(this.strapi);
    try {
      return (await this.reading).get(suffix) ?? null;
    } catch (error) {
      this.reading = undefined;
      throw error;
    }
  }
}

/** The plugin's service of this name: Strapi makes it once for a site, and keeps it. */
export default ({ strapi }: { strapi: Core.Strapi }): LeftFiles => new LeftFiles(strapi);

export const leftFilesOf = (strapi: Core.Strapi): LeftFiles =>
  strapi.plugin(PLUGIN_ID).service<LeftFiles>('left-files');

async function readLeft(strapi: Core.Strapi): Promise<Map<string, number>> {
  const left = new Map<string, number>();
  for (let after = 0; ;) {
    const page = await fileRows(strapi).findMany({
      select: ['id', 'hash'],
      where: { id: { $gt: after } },
      orderBy: { id: 'asc' },
      limit: PAGE,
    });
    for (const { id, hash } of page) {
      after = id;
      const suffix = storageSuffixIn(hash ?? '');
      if (suffix !== null && !left.has(suffix)) left.set(suffix, id);
    }
    if (page.length < PAGE) return left;
  }
}
