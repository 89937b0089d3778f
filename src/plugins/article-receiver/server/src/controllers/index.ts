import { factories } from '@strapi/strapi';
import { UIDS } from '../content-types/uids';
import article from './article';
import deliveries from './deliveries';
import mediaAsset from './media-asset';
import status from './status';
import webhook from './webhook';

export default {
  article,
  campaign: factories.createCoreController(UIDS.campaign as never),
  'media-asset': mediaAsset,
  tag: factories.createCoreController(UIDS.tag as never),
  deliveries,
  status,
  webhook,
};
