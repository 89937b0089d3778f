/** Of the icons that Strapi has had since 5.13: a newer one would break the build of older sites. */
export { Download as ReceiverIcon } from '@strapi/icons';
