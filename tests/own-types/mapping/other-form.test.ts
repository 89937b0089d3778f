import { rm } from 'node:fs/promises';
import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { makeImage } from '../../support/feed/images';
import { ownPosts } from '../../support/articles/own-posts';
import { changeType, ownTypesWith, POST_TARGET } from '../../support/articles/own-types';
import { bootSite } from '../../support/site/site';

it('a field that takes several files or entries by now is nobody’s, and follows the service', async () => {
  const types = await ownTypesWith('post', {});
  const site = await bootSite({ types, pluginConfig: { target: POST_TARGET } });
  try {
    const { send, draftOf } = ownPosts(site);
    const hero = await makeImage({ color: '#111111' }, { kind: 'hero' });
    const other = await makeImage({ color: '#222222' }, { kind: 'inline' });
    const article = { images: [hero, other], heroImageUrl: hero.url, tags: ['brewing', 'water'] };
    const first = makeDelivery({ article });
    await send(first);
    await changeType(types, 'post', ({ attributes }) => {
      Object.assign(attributes.cover ?? {}, { multiple: true });
      Object.assign(attributes.category ?? {}, { relation: 'manyToMany' });
    });
    const category = { from: 'tags', match: 'name', create: true };
    const fields = { ...POST_TARGET.fields, cover: 'images', category };
    await site.restart({ target: { ...POST_TARGET, fields } });
    await send(nextDelivery(first, { article: { title: 'A newer title' } }));
    expect(await draftOf(first)).toMatchObject({
      cover: [{ id: expect.any(Number) as number }, { id: expect.any(Number) as number }],
      category: [{ name: 'brewing' }, { name: 'water' }],
    });
  } finally {
    await site.destroy();
    await rm(types, { recursive: true, force: true });
  }
});

it('a field that takes one file or entry by now is nobody’s, and follows the service', async () => {
  const types = await ownTypesWith('post', {
    cover: { multiple: true },
    category: { relation: 'manyToMany' },
  });
  const category = { match: 'name', create: true };
  const several = { cover: 'images', category: { from: 'tags', ...category } };
  const target = { ...POST_TARGET, fields: { ...POST_TARGET.fields, ...several } };
  const site = await bootSite({ types, pluginConfig: { target } });
  try {
    const { send, draftOf } = ownPosts(site);
    const hero = await makeImage({ color: '#333333' }, { kind: 'hero', alt: 'First' });
    const other = await makeImage({ color: '#444444' }, { kind: 'hero', alt: 'Second' });
    const article = { images: [hero], heroImageUrl: hero.url, tags: ['brewing'] };
    const first = makeDelivery({ article });
    await send(first);
    expect(await draftOf(first)).toMatchObject({ cover: [{}], category: [{ name: 'brewing' }] });
    await changeType(types, 'post', ({ attributes }) => {
      Object.assign(attributes.cover ?? {}, { multiple: false });
      Object.assign(attributes.category ?? {}, { relation: 'manyToOne' });
    });
    const one = { cover: 'heroImage', category: { from: 'category', ...category } };
    await site.restart({ target: { ...POST_TARGET, fields: { ...POST_TARGET.fields, ...one } } });
    const newer = { images: [other], heroImageUrl: other.url, category: 'News' };
    await send(nextDelivery(first, { article: newer }));
    expect(await draftOf(first)).toMatchObject({
      cover: { alternativeText: 'Second' },
      category: { name: 'News' },
    });
  } finally {
    await site.destroy();
    await rm(types, { recursive: true, force: true });
  }
});
