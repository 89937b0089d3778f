import { join } from 'node:path';
import { arrive } from '../../support/feed/event-log';
import { makeDelivery } from '../../support/feed/deliveries';
import { NOTE, NOTE_TARGET, ownTypesWith } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const INDEX = join(__dirname, '..', '..', 'support', 'sites', 'own-custom-field.js');

/** A site whose notes have a custom field that its own code registers. */
async function bootWith(fields: object): Promise<Site> {
  const colour = { type: 'customField', customField: 'global::colour' };
  const types = await ownTypesWith('note', { remark: colour });
  return bootSite({ types, index: INDEX, pluginConfig: { target: { ...NOTE_TARGET, fields } } });
}

describe('a custom field that the site’s own code registers', () => {
  let site: Site | undefined;

  afterEach(async () => {
    await site?.destroy();
    site = undefined;
  });

  it('takes what its kind takes', async () => {
    site = await bootWith({ ...NOTE_TARGET.fields, remark: 'category' });
    const delivery = makeDelivery({ article: { category: 'green' } });
    await arrive(site, delivery);
    const filters = { address: delivery.article.slug };
    const note = await site.strapi.documents(NOTE as never).findFirst({ filters } as never);
    expect(note).toMatchObject({ remark: 'green' });
  });

  it('leaves a mapping refused that does not fit', async () => {
    await expect(bootWith({ ...NOTE_TARGET.fields, remarc: 'category' })).rejects.toThrow(
      /"target\.fields\.remarc".*did you mean "remark"/,
    );
  });
});
