import { factories } from '@strapi/strapi';
import { UIDS } from '../content-types/uids';
import article from './article';
import deliveries from './deliveries';
import holds from './holds';
import mediaAsset from './media-asset';
import rebuild from './rebuild';
import retention from './retention';
import status from './status';
import suggestions from './suggestions';
import tokens from './tokens';
import webhook from './webhook';

export default {
  article,
  campaign: factories.createCoreController(UIDS.campaign as never),
  'media-asset': mediaAsset,
  tag: factories.createCoreController(UIDS.tag as never),
  deliveries,
  holds,
  rebuild,
  retention,
  status,
  suggestions,
  tokens,
  webhook,
};
