import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, foreignSite } from '../support/site/cli';
import { OWN_TYPES, POST } from '../support/articles/own-types';
import { samplesOf } from '../support/docs-samples';
import { commandsIn } from '../support/pages';

interface Mapped {
  target: { type: string; fields: Record<string, unknown> };
  left: string[];
  preview: {
    values: { field: string; value: unknown }[];
    images: object[];
    mayBeEmpty: string[];
    locale: string | null;
  };
  snippet: { place: string; text: string };
  written: { file: string; steps: string[] } | null;
}

const ENABLED = `module.exports = () => ({
  'users-permissions': { config: { jwtSecret: 'secret' } },
  // The receiver's part: 'article-receiver': { config: {} }
  'article-receiver': { enabled: true, config: { editorEdits: 'keep' } },
});
`;

let directory: string;

/** A site of somebody else's, in JavaScript, with content types of its own. */
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'article-receiver-map-'));
  await foreignSite(directory, 'javascript');
  for (const name of ['api', 'components']) {
    await cp(join(OWN_TYPES, name), join(directory, 'src', name), { recursive: true });
  }
  await writeFile(join(directory, 'config', 'plugins.js'), ENABLED);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const map = (...args: string[]) => cli(['map', ...args], { cwd: directory });
const config = () => readFile(join(directory, 'config', 'plugins.js'), 'utf8');

describe('article-receiver map', () => {
  it('proposes a mapping, shows it on a sample, and writes it when asked', async () => {
    const looked = await map('--type', POST, '--json');
    expect(looked).toMatchObject({ code: 0 });
    const { target, left, preview, snippet, written } = JSON.parse(looked.stdout) as Mapped;
    expect(target.fields).toMatchObject({
      title: 'title',
      slug: 'slug',
      excerpt: 'description',
      body: 'content',
      cover: 'heroImage',
      gallery: 'images',
      publishedOn: 'frontmatterDate',
      category: { from: 'category', match: 'name', create: true },
      author: { from: 'author', match: 'name', create: true },
      labels: { from: 'tags', match: 'label', create: true },
      seo: { fields: { metaTitle: 'title', metaDescription: 'description', image: 'heroImage' } },
      takeaways: { each: 'keyTakeaways', fields: { text: 'item' } },
    });
    expect(left).toContain('note');
    expect(preview.values).toContainEqual({
      field: 'seo.metaTitle',
      value: 'How to brew pour-over coffee',
    });
    // In words: files and entries by name, blocks by their text, the slug as it will be.
    const file = 'new: how-to-brew-pour-over-coffee-pour-over.png';
    const values = Object.fromEntries(preview.values.map(({ field, value }) => [field, value]));
    expect(values).toMatchObject({
      slug: 'how-to-brew-pour-over-coffee',
      cover: file,
      gallery: [file],
      'seo.image': file,
      category: 'new: Brewing',
      labels: ['new: coffee', 'new: filter'],
      author: 'new: Marta Lindqvist',
      body: expect.stringContaining('Wet the filter first.'),
    });
    expect(preview.images).toEqual([
      {
        from: 'https://cdn.example.com/pour-over.png',
        name: 'how-to-brew-pour-over-coffee-pour-over.png',
        isNew: true,
        fields: ['cover', 'gallery', 'seo.image'],
      },
    ]);
    expect(written).toBeNull();
    expect(await config()).toBe(ENABLED);
    expect(snippet.place).toBe("config/plugins.js, within the config of 'article-receiver'");
    const pasted = ENABLED.replace('config: {', `config: {\n${snippet.text}`).replace(
      'config: {}',
      '',
    );
    await writeFile(join(directory, 'config', 'plugins.js'), pasted);
    const { code } = await cli(['status'], { cwd: directory });
    expect(code).toBe(0);
    await writeFile(join(directory, 'config', 'plugins.js'), ENABLED);

    const wrote = await map('--type', POST, '--write');
    expect(wrote).toMatchObject({ code: 0, stdout: expect.stringContaining('config/plugins.js') });
    expect(wrote.stdout).toContain('\nRestart the site, then run');
    expect(await config()).toContain("editorEdits: 'keep'");
    // The site boots with what was written, and the command line with it.
    const status = await cli(['status'], { cwd: directory });
    expect(status).toMatchObject({ code: 0 });
    const again = await map('--type', POST, '--write', '--json');
    const { written: second } = JSON.parse(again.stdout) as Mapped;
    expect(second).toMatchObject({ file: 'src/article-receiver-target.js' });
    expect(second?.steps).toEqual([
      "at the top of config/plugins.js: const target = require('../src/article-receiver-target');",
      "in the config of its 'article-receiver' in the place of the target that is there: target,",
    ]);
  }, 240_000);

  it.each([
    ['wrong', ", fields: { titel: 'title' }", /"target\.fields\.titel".*did you mean "title"/],
    ['the name of a type alone', '', /"target\.fields": expected.*article-receiver map/],
  ])(
    'works on a delivery of its choice, also when the mapping so far is %s',
    async (_, so, said) => {
      const wrong = `config: { target: { type: '${POST}'${so} } }`;
      await writeFile(
        join(directory, 'config', 'plugins.js'),
        ENABLED.replace("config: { editorEdits: 'keep' }", wrong),
      );
      const refused = await cli(['status'], { cwd: directory });
      expect(refused.code).toBe(3);
      expect(refused.stderr).toMatch(said);
      const sample = join(__dirname, '..', '..', 'examples', 'deliveries', '03-ready-kette.json');
      const { code, stdout } = await map('--type', POST, '--sample', sample);
      expect(code).toBe(0);
      expect(stdout).toMatch(/What it makes of "Fahrradkette/);
    },
    240_000,
  );

  it('says that a site in TypeScript has to be built, which runs what was built before', async () => {
    await rm(directory, { recursive: true });
    await foreignSite(directory, 'typescript');
    const compiled = await cli(['status'], { cwd: directory });
    expect(compiled).toMatchObject({ code: 0 });
    for (const name of ['api', 'components']) {
      await cp(join(OWN_TYPES, name), join(directory, 'dist', 'src', name), { recursive: true });
    }
    const wrote = await map('--type', POST, '--write');
    expect(wrote).toMatchObject({ code: 0, stdout: expect.stringContaining('config/plugins.ts') });
    expect(wrote.stdout).toContain('\nBuild the site and restart it, then run');
  }, 240_000);

  it('does what the page says, to the letter', async () => {
    const sample = join(__dirname, '..', '..', 'examples', 'deliveries', '03-ready-kette.json');
    await cp(sample, join(directory, 'delivery.json'));
    const commands = commandsIn(samplesOf('commands for a mapping'), 'npx article-receiver ');
    expect(commands).toHaveLength(3);
    for (const command of commands) {
      const [, , ...args] = command.split(' ');
      expect(await cli(args, { cwd: directory })).toMatchObject({ code: 0 });
    }
    expect(await config()).toContain(`type: '${POST}'`);
  }, 240_000);

  it('names the nearest type to one that there is not', async () => {
    const { code, stderr } = await map('--type', 'api::posts.post');
    expect(code).toBe(2);
    expect(stderr).toContain('did you mean "api::post.post"?');
  }, 120_000);
});
