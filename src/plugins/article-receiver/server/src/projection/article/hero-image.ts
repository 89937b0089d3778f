import type { WireArticle } from '../../read-delivery/wire';
import { unsigned } from '../addresses/unsigned';
import { isSameAddress } from '../addresses/writings';

/** What an image is known by as the hero. */
interface Described {
  kind: string | null;
  url: string | null;
}

/**
 * The address by which a delivery names its hero image; null where it names none. White space around it
 * is somebody's typing, here and around the address of an image.
 */
export const heroAddressOf = ({ heroImageUrl }: Pick<WireArticle, 'heroImageUrl'>): string | null =>
  heroImageUrl?.trim() || null;

/**
 * Whether an image is the one at the hero's address, each perhaps signed for itself and written in its own way; where the delivery names
 * none, one of that kind.
 */
export const isHero = ({ kind, url }: Described, address: string | null): boolean =>
  address === null
    ? kind?.toLowerCase() === 'hero'
    : url !== null && isSameAddress(unsigned(url.trim()), unsigned(address));
