import { bootSite } from '../support/site/site';

describe('options of the plugin in a site', () => {
  it('are merged with the defaults', async () => {
    const site = await bootSite({ pluginConfig: { publishOnReady: true } });
    const options = site.strapi.config.get('plugin::article-receiver');
    await site.destroy();

    expect(options).toMatchObject({ publishOnReady: true, editorEdits: 'keep' });
  });

  it('stop the start when one is wrong, and name it', async () => {
    await expect(bootSite({ pluginConfig: { maxBodyBytes: 'a lot' } })).rejects.toThrow(
      /article-receiver config: .*maxBodyBytes/,
    );
  });

  it('stop it when they ask for what would never be done', async () => {
    const retention = { schedule: 'every night' };
    await expect(bootSite({ pluginConfig: { retention } })).rejects.toThrow(
      /article-receiver config: .*retention\.schedule/,
    );
  });

  it('come back to the defaults for the next site', async () => {
    const site = await bootSite();
    const options = site.strapi.config.get('plugin::article-receiver');
    await site.destroy();

    expect(options).toMatchObject({ publishOnReady: false });
  });
});
