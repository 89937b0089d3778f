import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import type { Mapping } from '../mapping/model/mapping';
import { createSharedDocuments, type SharedDocuments } from './shared-documents';

/** The settings that decide what deliveries bring. */
export interface RunTerms {
  /** The settings that were in force when it began. */
  options: Options;
  /** Where articles go. */
  mapping: Mapping;
  /** Only says what would come of it: nothing is fetched, uploaded, made or written. */
  preview: boolean;
}

/**
 * One projection of a stream, or a look at what it would do: what goes along with it through all of its
 * steps. Made once, by whoever begins it.
 */
export interface Run extends RunTerms {
  strapi: Core.Strapi;
  /** What was read of documents that other deliveries fill as well, and what this one says of them. */
  shared: SharedDocuments;
}

export const beginRun = (strapi: Core.Strapi, terms: RunTerms): Run => ({
  ...terms,
  strapi,
  shared: createSharedDocuments(strapi, terms.options.editorEdits, terms.preview),
});
