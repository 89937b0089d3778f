import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, foreignSite } from '../../support/site/cli';
import {
  changeComponent,
  changeType,
  OWN_TYPES,
  ownTypesWith,
  POST,
  POST_TARGET,
} from '../../support/articles/own-types';
import { makeDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { bootSite } from '../../support/site/site';

interface Proposal {
  target: { type: string; fields: object };
  left: string[];
}

interface Previews {
  previewTarget(target: object, body: Buffer): Promise<{ mayBeEmpty: string[] }>;
}

const COLOUR = { type: 'string', regex: '^#[0-9a-f]{6}$', default: '#ffffff' };
const AUTHORS = { type: 'relation', relation: 'oneToOne', target: POST };

/** What a site with these types proposes for posts. */
async function proposed(types: string): Promise<Proposal> {
  const site = await bootSite({ types });
  try {
    const operations = site.strapi
      .plugin('article-receiver')
      .service<{ proposeTarget(type: string): Proposal }>('operations');
    return operations.proposeTarget(POST);
  } finally {
    await site.destroy();
  }
}

describe('what is said of a mapping before it does harm', () => {
  it('is no text for a colour, and names a relation that articles would take from each other', async () => {
    const types = await ownTypesWith('post', {
      textColor: COLOUR,
      author: { ...AUTHORS, inversedBy: 'authorOf' },
      authorOf: { ...AUTHORS, mappedBy: 'author' },
    });
    const directory = await mkdtemp(join(tmpdir(), 'article-receiver-map-'));
    try {
      await foreignSite(directory, 'javascript');
      for (const name of ['api', 'components']) {
        await cp(join(types, name), join(directory, 'src', name), { recursive: true });
      }
      const { stdout } = await cli(['map', '--type', POST, '--json'], { cwd: directory });
      const { target, left, preview } = JSON.parse(stdout) as {
        target: { fields: object };
        left: string[];
        preview: { warnings: string[] };
      };
      expect(target.fields).toHaveProperty('author.match', 'title');
      expect(target.fields).not.toHaveProperty('textColor');
      expect(left).toContain('textColor');
      expect(preview.warnings.join()).toMatch(/fields\.author".*takes it away.*manyToOne/);
    } finally {
      await rm(directory, { recursive: true, force: true });
      await rm(types, { recursive: true, force: true });
    }
  }, 120_000);

  it('names what an article may lack in a component that is there for something else', async () => {
    const types = await ownTypesWith('post', {});
    await changeComponent(types, 'shared.seo', ({ attributes }) => {
      Object.assign(attributes.metaDescription ?? {}, { required: true });
    });
    const site = await bootSite({ types, pluginConfig: { target: POST_TARGET } });
    try {
      const article = { description: null, status: 'published' } as object;
      const lacking = makeDelivery({ event: 'article.status_changed', article });
      const { send, stateOf } = ownPosts(site);
      const { mayBeEmpty } = await site.strapi
        .plugin('article-receiver')
        .service<Previews>('operations')
        .previewTarget(POST_TARGET, Buffer.from(JSON.stringify(lacking)));
      expect(await stateOf(await send(lacking))).toMatchObject({
        state: 'parked',
        reasonCode: 'publicationLacks',
        reasonValues: { fields: ['seo.metaDescription'] },
      });
      expect(mayBeEmpty).toEqual(['seo.metaDescription']);
    } finally {
      await site.destroy();
      await rm(types, { recursive: true, force: true });
    }
  });

  it('proposes no author for what is no name, and a mapping with which articles are published', async () => {
    const types = await ownTypesWith('post', {
      authorEmail: { type: 'email' },
      showAuthor: { type: 'boolean', default: true },
      authorSince: { type: 'date' },
      categoryOrder: { type: 'integer' },
    });
    await changeType(types, 'author', ({ attributes }) => {
      const { name, posts } = attributes;
      const tone = { type: 'enumeration', enum: ['dry', 'warm'] };
      Object.assign(attributes, { name: undefined, posts: undefined });
      Object.assign(attributes, { tone, penName: name, posts });
    });
    const { target, left } = await proposed(types);
    expect(target.fields).toMatchObject({ author: { from: 'author', match: 'penName' } });
    const none = ['authorEmail', 'showAuthor', 'authorSince', 'categoryOrder'];
    expect(left).toEqual(expect.arrayContaining(none));
    const site = await bootSite({ types, pluginConfig: { target } });
    try {
      const posts = ownPosts(site);
      const event = 'article.status_changed';
      const delivery = makeDelivery({ event, article: { status: 'published' } });
      const { state, reason, issues } = await posts.stateOf(await posts.send(delivery));
      expect({ state, reason, issues }).toEqual({ state: 'applied', reason: null, issues: '[]' });
      expect(await posts.find(delivery.article.id, 'published')).toMatchObject({
        author: { penName: delivery.article.author },
        showAuthor: true,
      });
    } finally {
      await site.destroy();
      await rm(types, { recursive: true, force: true });
    }
  });

  it('is what was expected where a field has no rule', async () => {
    const fields = { ...POST_TARGET.fields, excerpt: null };
    const booting = bootSite({
      types: OWN_TYPES,
      pluginConfig: { target: { type: POST, fields } },
    });
    await expect(booting).rejects.toThrow(
      /"target\.fields\.excerpt": expected the name of a value of the feed, a function or a rule/,
    );
  });
});
