import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { Attempts } from './deliveries/attempts';
import { BodySizes } from './deliveries/body-sizes';
import { Counts } from './deliveries/counts';
import { Deliveries } from './deliveries/deliveries';
import { FetchedImages } from './deliveries/fetched-images';
import { Quarantine } from './deliveries/quarantine';
import { SelectedDeliveries } from './deliveries/selected';
import { Announcements } from './pages/announcements';
import { IndexNow } from './pages/index-now';
import { Pages } from './pages/pages';
import { Alerts } from './people/alerts';
import { Decisions } from './people/decisions';
import { Suggestions } from './people/suggestions';
import { Waiting } from './people/waiting';
import { Pins } from './settings/pins';
import { StoredSettings } from './settings/stored-settings';
import { ImageFiles } from './shared-documents/image-files';
import { SharedDocuments } from './shared-documents/shared-documents';
import { Documents } from './streams/documents';
import { Links } from './streams/links';
import { PlannedStreams } from './streams/planned';
import { Slugs } from './streams/slugs';
import { Streams } from './streams/streams';
import { Jobs } from './work/jobs';
import { Work } from './work/work';

/**
 * What is known of each delivery and stream besides its bytes: states, what was projected, decided,
 * planned, claimed. Whatever takes a `trx` joins that transaction; what takes none joins the
 * caller's, if there is one.
 *
 * The plugin's service of this name: Strapi makes it once for a site, and keeps it.
 */
const createLedger = ({ strapi }: { strapi: Core.Strapi }) => {
  const pins = new Pins(strapi);
  const alerts = new Alerts(strapi);
  return {
    streams: new Streams(strapi),
    documents: new Documents(strapi),
    links: new Links(strapi),
    slugs: new Slugs(strapi),
    planned: new PlannedStreams(strapi),

    deliveries: new Deliveries(strapi),
    selected: new SelectedDeliveries(strapi),
    attempts: new Attempts(strapi),
    counts: new Counts(strapi),
    bodySizes: new BodySizes(strapi),
    quarantine: new Quarantine(strapi),
    fetchedImages: new FetchedImages(strapi),

    sharedDocuments: new SharedDocuments(strapi),
    imageFiles: new ImageFiles(strapi),

    decisions: new Decisions(strapi),
    suggestions: new Suggestions(strapi, alerts),
    alerts,
    waiting: new Waiting(strapi),

    pages: new Pages(strapi),
    announcements: new Announcements(strapi),
    indexNow: new IndexNow(strapi, pins),

    work: new Work(strapi),
    jobs: new Jobs(strapi),

    settings: new StoredSettings(strapi),
    pins,
  };
};

export default createLedger;

export type Ledger = ReturnType<typeof createLedger>;

/** The ledger of a site. */
export const ledgerOf = (strapi: Core.Strapi): Ledger =>
  strapi.plugin(PLUGIN_ID).service<Ledger>('ledger');
