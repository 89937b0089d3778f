import type sharpModule from 'sharp';
import { requireOf } from '../strapi/packages';

/**
 * The copy of sharp that Strapi's upload plugin uses, whatever its version. A second copy would bring a second libvips
 * into the process, which on Windows keeps one of them from loading.
 */
const sharp = requireOf('@strapi/upload')('sharp') as typeof sharpModule;

export default sharp;
