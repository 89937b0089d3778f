import { factories } from '@strapi/strapi';
import { UIDS } from '../content-types/uids';
import article from './content-api/article';
import articles from './articles/articles';
import deadLinks from './articles/dead-links';
import decisions from './articles/decisions';
import deliveries from './deliveries/deliveries';
import holds from './articles/holds';
import jobs from './deliveries/jobs';
import mediaAsset from './content-api/media-asset';
import metrics from './content-api/metrics';
import openForms from './articles/open-forms';
import pages from './articles/pages';
import planned from './articles/planned';
import retention from './deliveries/retention';
import settings from './settings/settings';
import statistics from './deliveries/statistics';
import status from './deliveries/status';
import suggestions from './articles/suggestions';
import tokens from './settings/tokens';
import versions from './articles/versions';
import waiting from './articles/waiting';
import webhook from './content-api/webhook';
import words from './deliveries/words';

export default {
  article,
  campaign: factories.createCoreController(UIDS.campaign),
  'media-asset': mediaAsset,
  tag: factories.createCoreController(UIDS.tag),
  articles,
  'dead-links': deadLinks,
  decisions,
  deliveries,
  holds,
  jobs,
  metrics,
  'open-forms': openForms,
  pages,
  planned,
  retention,
  settings,
  statistics,
  status,
  suggestions,
  tokens,
  versions,
  waiting,
  webhook,
  words,
};
