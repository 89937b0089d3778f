import type { Core } from '@strapi/types';
import { alongside } from '../run-context/alongside';
import { mediaLibrary } from '../strapi/media-library';
import { adapt, isFunction } from './adapt';

/** What is to be said of a file, as whoever edits it sends it. */
export type FileInfo = Readonly<Record<string, unknown>>;

/** An edit of a file's description. */
interface FileEdit {
  fileId: number;
  info: FileInfo;
  /** Whether its picture is replaced with that, which takes as long as the storage does. */
  isReplaced: boolean;
}

type CarryOut = (info: FileInfo) => Promise<unknown>;

interface UploadService {
  updateFileInfo(id: number | string, info: FileInfo, ...rest: unknown[]): Promise<unknown>;
  replace(
    id: number | string,
    wanted: { data?: { fileInfo?: FileInfo }; [more: string]: unknown },
    ...rest: unknown[]
  ): Promise<unknown>;
}

const ours = alongside<true>();

/** Marks the edit of a file as the receiver's own. */
export const asOwnEdit = <Result>(edit: () => Promise<Result>): Promise<Result> =>
  ours.run(true, edit);

/**
 * Stands before what others than the receiver say of files in the Media Library: Strapi tells of an edit
 * only once it is made. Both steps are as here in 5.17 to 5.54; nobody has asked for a place
 * to stand upstream.
 */
export function watchFileEdits(
  strapi: Core.Strapi,
  stand: (edit: FileEdit, carryOut: CarryOut) => Promise<unknown>,
): void {
  const uploads = mediaLibrary(strapi).service('upload') as unknown as UploadService;
  adapt(strapi, {
    what: 'the editing of files (upload, upload.updateFileInfo and upload.replace)',
    without:
      'a dialog of the Media Library that was open while a delivery described its file anew brings the former texts back',
    isKnown: isFunction(uploads?.updateFileInfo) && isFunction(uploads?.replace),
    apply: () => {
      const update = uploads.updateFileInfo.bind(uploads);
      const replace = uploads.replace.bind(uploads);
      uploads.updateFileInfo = (id, info, ...rest) => {
        if (ours.get()) return update(id, info, ...rest);
        return stand({ fileId: Number(id), info, isReplaced: false }, (wanted) =>
          update(id, wanted, ...rest),
        );
      };
      uploads.replace = (id, wanted, ...rest) => {
        const info = wanted.data?.fileInfo;
        if (!info) return replace(id, wanted, ...rest);
        return stand({ fileId: Number(id), info, isReplaced: true }, (fileInfo) =>
          replace(id, { ...wanted, data: { ...wanted.data, fileInfo } }, ...rest),
        );
      };
    },
  });
}
