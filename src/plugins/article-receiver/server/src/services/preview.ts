import type { Core } from '@strapi/types';
import {
  previewAddress,
  type PreviewAddresses,
  type PreviewRequest,
} from '../../../shared/articles/preview';
import { languageField, mappingOf } from '../entries/mapping-of';
import { placeOnFrontEnd } from '../views/site-pages/public-address';

/** Where Strapi's Preview shows an article; undefined for what is none, or has no address. */
export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async address(
    uid: string,
    { documentId, locale = null, status: asked }: PreviewRequest,
    addresses: PreviewAddresses = {},
  ): Promise<string | undefined> {
    const mapping = mappingOf(strapi);
    if (uid !== mapping.uid || documentId === undefined) return undefined;
    const status = asked === 'published' ? 'published' : 'draft';
    const isLocalized = languageField(mapping) === 'locale';
    const version = { documentId, locale: isLocalized ? locale : null, status } as const;
    const placed = await placeOnFrontEnd(strapi, version);
    return (placed && previewAddress({ ...placed, documentId, status }, addresses)) ?? undefined;
  },
});
