import { makeDelivery } from '../../support/feed/deliveries';
import { NOTE, NOTE_TARGET, OWN_TYPES } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

/** Where the text is cut. */
const ROOM = 60;

let site: Site;
afterEach(() => site?.destroy());

/** A site whose notes have the content of articles, changed in some way. */
async function boot(html: 'escape' | 'allow', as: 'html' | 'text'): Promise<void> {
  const text = { from: 'content', as, ...(as === 'html' ? { maxLength: ROOM } : {}) };
  const target = { ...NOTE_TARGET, fields: { ...NOTE_TARGET.fields, text } };
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { html, target } });
}

async function noteWith(content: string): Promise<{ html: string; text: string }> {
  const { article, ...delivery } = makeDelivery({ article: { content } });
  await site.deliver({ ...delivery, article });
  await site.settle();
  const filters = { address: article.slug };
  return (await site.strapi.documents(NOTE as never).findFirst({ filters } as never)) as never;
}

describe('a field of HTML', () => {
  it('has links that work, and is cut where no tag is', async () => {
    await boot('escape', 'html');
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
    await boot('allow', 'html');
    const { html } = await noteWith(
      'A <b>bold</b> word and <a href="https://example.org">more</a>',
    );
    expect(html).toBe('<p>A <b>bold</b> word and <a href="https://example.org">more</a></p>');
  });
});

describe('a field of text', () => {
  it('has no markup, of the HTML that a service may send either', async () => {
    await boot('allow', 'text');
    const { text } = await noteWith(
      '<!-- made by hand -->\n\nA <b>bold</b> word,<br>[more][1] ![a pot][2]\n\n' +
        '<figure>\n<img src="/a.png" alt="A kettle"><figcaption>Tea &amp; water</figcaption>\n</figure>\n\n' +
        '<style>b { color: red }</style>\n\nThe end.\n\n[1]: /there\n[2]: /pot.png',
    );
    expect(text).toBe('A bold word, more a pot A kettle Tea & water The end.');
  });

  it('has as text what is HTML for nobody', async () => {
    await boot('escape', 'text');
    expect((await noteWith('Use <b>, and `<i>`.')).text).toBe('Use <b>, and <i>.');
  });
});
