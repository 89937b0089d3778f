import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ProcessSite } from '../support/site/process-site';
import { bootSite } from '../support/site/site';
import { until } from '../support/until';

/** What `renamed-insides.js` renames, as the log names it, and what the site does without. */
const RENAMED = {
  "Strapi's reader of request bodies (middleware strapi::body)":
    'it reads deliveries before the receiver can',
  'the arrangement of forms and lists (content-manager, content-types)':
    'articles keep the form and the list',
  'the check of uploaded images (upload, image-manipulation.isFaultyImage)':
    'each image is checked twice',
};

/** What the receiver changes inside Strapi may have another name in the next release. */
describe('a change inside Strapi', () => {
  let site: ProcessSite;
  afterEach(() => site.destroy());

  test('that is not possible any more is left out and said, and the site starts', async () => {
    const index = join(__dirname, '..', 'support', 'sites', 'renamed-insides.js');
    site = await ProcessSite.create({ overlay: { index } });
    await site.startWell();
    for (const [what, without] of Object.entries(RENAMED)) {
      expect(site.output).toContain(
        `article-receiver: ${what} is not as expected in Strapi 5.54.0`,
      );
      expect(site.output).toContain(without);
    }
    expect(site.output.match(/is not as expected/g)).toHaveLength(Object.keys(RENAMED).length);
  });

  test('is possible on this Strapi, each of them', async () => {
    site = await ProcessSite.create();
    await site.startWell();
    expect(site.output).not.toContain('is not as expected');
  });
});

test('a process that starts sites one after another keeps none of those that are gone', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const site = await bootSite();
  try {
    const gone = new WeakRef(site.strapi);
    // What was asked last of a database is known until something else is.
    for (let start = 0; start < 2; start++) await site.restart();
    await until('the first site to be collected', () => {
      collect();
      return gone.deref() === undefined;
    });
  } finally {
    await site.destroy();
  }
});
