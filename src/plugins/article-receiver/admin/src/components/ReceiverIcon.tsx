export { Webhooks as ReceiverIcon } from '@strapi/icons';
