import { factories } from '@strapi/strapi';
import { UIDS } from '../content-types/uids';
import options from '../config/site-options';
import mapping from '../entries/mapping-of';
import leftFiles from '../images/left-files';
import metrics from '../metrics/metrics';
import quarantineGate from '../receive/quarantine-gate';
import traffic from '../pace/traffic';
import activity from '../pace/activity';
import stopping from '../run-context/stopping';
import operations from './operations';
import eventLog from '../event-log/event-log';
import ledger from '../ledger/ledger';
import preview from './preview';
import pages from '../site-pages/pages';
import pulse from './pulse';
import retention from './retention';
import runner from './runner';
import settings from './settings';
import tokens from '../tokens/service';

/** What Strapi's own controllers of a content type work with. */
const core = (uid: (typeof UIDS)[keyof typeof UIDS]) => factories.createCoreService(uid);

const services: Record<string, unknown> = {
  activity,
  'event-log': eventLog,
  'left-files': leftFiles,
  ledger,
  mapping,
  metrics,
  operations,
  options,
  pages,
  preview,
  pulse,
  'quarantine-gate': quarantineGate,
  retention,
  runner,
  settings,
  stopping,
  tokens,
  traffic,
  article: core(UIDS.article),
  campaign: core(UIDS.campaign),
  'media-asset': core(UIDS.mediaAsset),
  tag: core(UIDS.tag),
};

export default services;
