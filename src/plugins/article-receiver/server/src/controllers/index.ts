import { factories } from '@strapi/strapi';
import { UIDS } from '../content-types/uids';
import article from './article';
import articles from './articles';
import deadLinks from './dead-links';
import decisions from './decisions';
import deliveries from './deliveries';
import history from './history';
import holds from './holds';
import mediaAsset from './media-asset';
import metrics from './metrics';
import openForms from './open-forms';
import pages from './pages';
import planned from './planned';
import rebuild from './rebuild';
import retention from './retention';
import settings from './settings';
import statistics from './statistics';
import status from './status';
import suggestions from './suggestions';
import tokens from './tokens';
import versions from './versions';
import waiting from './waiting';
import webhook from './webhook';

export default {
  article,
  campaign: factories.createCoreController(UIDS.campaign as never),
  'media-asset': mediaAsset,
  tag: factories.createCoreController(UIDS.tag as never),
  articles,
  'dead-links': deadLinks,
  decisions,
  deliveries,
  history,
  holds,
  metrics,
  'open-forms': openForms,
  pages,
  planned,
  rebuild,
  retention,
  settings,
  statistics,
  status,
  suggestions,
  tokens,
  versions,
  waiting,
  webhook,
};
