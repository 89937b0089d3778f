import { factories } from '@strapi/strapi';
import { UIDS } from '../content-types/uids';
import options from './options';
import operations from './operations';
import eventLog from '../log/event-log';
import preview from './preview';
import pages from '../pages/pages';
import pulse from '../alerts/pulse';
import retention from './retention';
import runner from './runner';
import settings from './settings';
import tokens from '../tokens/service';

/** What Strapi's own controllers of a content type work with. */
const core = (uid: string) => factories.createCoreService(uid as never);

export default {
  'event-log': eventLog,
  operations,
  options,
  pages,
  preview,
  pulse,
  retention,
  runner,
  settings,
  tokens,
  article: core(UIDS.article),
  campaign: core(UIDS.campaign),
  'media-asset': core(UIDS.mediaAsset),
  tag: core(UIDS.tag),
};
