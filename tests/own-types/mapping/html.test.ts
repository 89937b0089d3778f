import { makeDelivery } from '../../support/feed/deliveries';
import { NOTE, NOTE_TARGET, OWN_TYPES } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

/** Where the text is cut. */
const ROOM = 60;

describe('a field of HTML', () => {
  let site: Site;
  afterEach(() => site?.destroy());

  const boot = async (html: 'escape' | 'allow') => {
    const text = { from: 'content', as: 'html', maxLength: ROOM };
    const target = { ...NOTE_TARGET, fields: { ...NOTE_TARGET.fields, text } };
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { html, target } });
  };

  async function noteWith(content: string): Promise<{ html: string; text: string }> {
    const { article, ...delivery } = makeDelivery({ article: { content } });
    await site.deliver({ ...delivery, article });
    await site.settle();
    const filters = { address: article.slug };
    return (await site.strapi.documents(NOTE as never).findFirst({ filters } as never)) as never;
  }

  it('has links that work, and is cut where no tag is', async () => {
    await boot('escape');
    const links = '[Call](tel:+491234), [write](sms:+491234), [open](geo:1,2), [see](/there)';
    const images = '![a](/a.png) ![b](https://example.org/b.png) ![c](tel:1)';
    expect((await noteWith(`${links} ${images} <b>`)).html).toBe(
      '<p><a href="tel:+491234">Call</a>, <a href="sms:+491234">write</a>, ' +
        '<a href="geo:1,2">open</a>, <a href="/there">see</a> ' +
        '<img src="/a.png" alt="a" /> <img src="https://example.org/b.png" alt="b" /> ' +
        '<img src="" alt="c" /> &lt;b&gt;</p>',
    );
    const { text } = await noteWith('Some **words** and [a link](https://example.org/far/away).');
    expect(text).toMatch(/^<p>Some <strong>words<\/strong> and .*…<\/p>$/);
    expect(text.length).toBeLessThanOrEqual(ROOM);
    expect(text).not.toContain('<a');
  });

  it('keeps the HTML of a service that may send some', async () => {
    await boot('allow');
    const { html } = await noteWith(
      'A <b>bold</b> word and <a href="https://example.org">more</a>',
    );
    expect(html).toBe('<p>A <b>bold</b> word and <a href="https://example.org">more</a></p>');
  });
});
