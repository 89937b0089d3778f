import { join } from 'node:path';
import { ProcessSite } from './support/process-site';

/** What the receiver changes inside Strapi may have another name in the next release. */
describe('a change inside Strapi', () => {
  let site: ProcessSite;
  afterEach(() => site.destroy());

  test('that is not possible any more is left out and said, and the site starts', async () => {
    const index = join(__dirname, 'support', 'sites', 'renamed-insides.js');
    site = await ProcessSite.create({ overlay: { index } });
    await site.startWell();
    expect(site.output).toContain(
      "article-receiver: Strapi's reader of request bodies (middleware strapi::body) is not as expected in Strapi 5.54.0, so it was left alone",
    );
    expect(site.output.match(/is not as expected/g)).toHaveLength(1);
  });

  test('is possible on this Strapi, each of them', async () => {
    site = await ProcessSite.create();
    await site.startWell();
    expect(site.output).not.toContain('is not as expected');
  });
});
