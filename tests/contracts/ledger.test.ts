import { ledgerOf } from '../../src/plugins/article-receiver/server/src/ledger/ledger';
import { bootSite, type Site } from '../support/site/site';
import { deliveryContracts } from './ledger/deliveries';
import { OnLedger } from './ledger/on-ledger';
import { pageContracts } from './ledger/pages';
import { peopleContracts } from './ledger/people';
import { planContracts } from './ledger/plans';
import { settingContracts } from './ledger/settings';
import { sharedContracts } from './ledger/shared-documents';
import { streamContracts } from './ledger/streams';
import { workContracts } from './ledger/work';

/** What the ledger's parts promise on each of the databases: all of them on one site. */
describe('the ledger', () => {
  let site: Site;
  let onLedger: OnLedger;

  beforeAll(async () => {
    site = await bootSite();
    // Nothing happens there by itself.
    for (const name of ['runner', 'pages', 'pulse']) {
      await site.strapi.plugin('article-receiver').service<{ stop(): Promise<void> }>(name).stop();
    }
    onLedger = new OnLedger(site.strapi, ledgerOf(site.strapi));
  });
  afterAll(() => site?.destroy());

  it('is one value for a site', () => {
    expect(ledgerOf(site.strapi)).toBe(onLedger.ledger);
  });

  // The first of them begins with an empty log, the second with no plan.
  for (const contracts of [
    deliveryContracts,
    planContracts,
    streamContracts,
    sharedContracts,
    peopleContracts,
    pageContracts,
    workContracts,
    settingContracts,
  ]) {
    contracts(() => onLedger);
  }
});
