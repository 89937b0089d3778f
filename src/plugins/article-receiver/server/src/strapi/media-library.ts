import type { Core } from '@strapi/types';

/** A file of the Media Library, as far as this plugin needs it. */
export interface LibraryFile {
  id: number;
  /** Absolute with a remote provider, else a path within the site. */
  url: string;
  name: string;
  alternativeText: string | null;
  caption: string | null;
  /** In pixels; null where Strapi did not measure it. */
  width?: number | null;
  height?: number | null;
  /** The storage that has it, by Strapi's name for it; `local` for a folder of the site's. */
  provider?: string;
  provider_metadata?: unknown;
  /** Its name in the storage, without extension. */
  hash?: string | null;
  /** With its dot. */
  ext?: string | null;
  mime?: string;
  /** In kilobytes, with decimals: some drivers give that as text. */
  size?: number | string | null;
  formats?: { thumbnail?: { url?: string } } | null;
}

interface UploadService {
  upload(params: object): Promise<LibraryFile[]>;
  /** Changes what is said about a file; its bytes and address stay. */
  updateFileInfo(id: number, info: object): Promise<unknown>;
  /** Also from its storage. */
  remove(file: { id: number }): Promise<unknown>;
}

interface FileService {
  /** The file with addresses that work now; as it is where its storage is public. */
  signFileUrls(file: LibraryFile): Promise<LibraryFile>;
}

interface FolderService {
  create(folder: { name: string; parent: null }): Promise<Folder>;
  deleteByIds(ids: number[]): Promise<unknown>;
}

/** The site's storage, by the provider that it chose. */
interface Storage {
  isPrivate(): Promise<boolean>;
  /** By what a file, or one of its formats, is called there; it need not be there. */
  delete(file: object): Promise<unknown>;
}

/** A file on its way into the storage. */
export interface UploadedFile {
  name: string;
  hash: string;
  ext: string;
  mime: string;
  /** In kilobytes. */
  size: number;
  sizeInBytes: number;
}

interface ProviderService {
  /** @throws where the site's limit, or its provider's own, is below the size. */
  checkFileSize(file: UploadedFile): Promise<void>;
}

interface ImageManipulation {
  /** The file that becomes of one on disk; the same where the settings do not ask for another. */
  optimize(file: UploadedFile & { filepath: string }): Promise<UploadedFile>;
}

interface UploadPlugin {
  service(name: 'upload'): UploadService;
  service(name: 'file'): FileService;
  service(name: 'folder'): FolderService;
  service(name: 'provider'): ProviderService;
  service(name: 'image-manipulation'): ImageManipulation;
  provider: Storage;
}

export const FILE_UID = 'plugin::upload.file';
const FOLDER_UID = 'plugin::upload.folder';

/** Strapi's Media Library. Its services are documented by their use in Strapi's admin alone. */
export const mediaLibrary = (strapi: Core.Strapi): UploadPlugin =>
  strapi.plugin('upload') as unknown as UploadPlugin;

interface Rows<Row> {
  create(row: { data: object }): Promise<Row>;
  findOne(search: { where: object; populate?: object }): Promise<Row | null>;
  findMany(search: {
    select?: readonly string[];
    where: object;
    orderBy?: object;
    limit?: number;
  }): Promise<Row[]>;
  update(change: { where: object; data: object }): Promise<unknown>;
  delete(search: { where: object }): Promise<unknown>;
}

/** The files that there are; nothing here touches the storage. */
export const fileRows = (strapi: Core.Strapi): Rows<LibraryFile> => strapi.db.query(FILE_UID);

export interface Folder {
  id: number;
  documentId: string;
  /** Where they are populated as counts. */
  files?: { count: number };
  children?: { count: number };
}

export const folderRows = (strapi: Core.Strapi): Rows<Folder> => strapi.db.query(FOLDER_UID);
