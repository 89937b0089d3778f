import { rm } from 'node:fs/promises';
import type { DryRun } from '../../../src/plugins/article-receiver/shared/deliveries/jobs';
import { expectRebuilt, offeredFields, rebuilt } from '../../disorder/offered';
import { adminApi } from '../../support/people/admin-api';
import { nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import {
  hasDrafts,
  hasLocales,
  KINDS,
  relationTypes,
  storyTarget,
  topicUid,
} from '../../support/articles/relation-types';
import { bootSite, type Site } from '../../support/site/site';
import { storiesOf } from '../../support/articles/stories';

let types: string;
beforeAll(async () => {
  types = await relationTypes();
});
afterAll(() => rm(types, { recursive: true, force: true }));

describe.each(KINDS)('articles of a type of the kind “%s” lead to entries of each kind', (from) => {
  let site: Site;
  let stories: ReturnType<typeof storiesOf>;

  beforeAll(async () => {
    site = await bootSite({ types, pluginConfig: { target: storyTarget(from) } });
    stories = storiesOf(site, from);
    const locales = site.strapi.plugin('i18n').service('locales');
    await locales.create({ code: 'de', name: 'German (de)' });
  });
  afterAll(() => site?.destroy());

  it('and nothing changes where the same is said again', async () => {
    const first = stories.published();
    await stories.make(first.article.author);
    await stories.send(first);
    await stories.expectLed(first);
    await stories.expectUntouched(() => stories.send(nextDelivery(first)));
    await stories.expectUntouched(() => rebuilt(site));
    await expectRebuilt(site);
  });

  it('which come back to readers, too, where somebody deleted what was made', async () => {
    const first = stories.published();
    await stories.make(first.article.author);
    await stories.send(first);
    for (const uid of KINDS.map(topicUid)) {
      for (const name of [first.article.tags[0], first.article.keyTakeaways[1]]) {
        const made = await stories.documents(uid).findFirst({ filters: { name } });
        await stories.documents(uid).delete({ documentId: made?.documentId });
      }
    }
    const { body } = await adminApi(site).post('/rebuild', { dryRun: true });
    const { changes } = body.data as DryRun;
    const publication = hasDrafts(from) ? 'publish' : 'none';
    expect(changes).toMatchObject([{ articleId: first.article.id, publication }]);
    await stories.send(nextDelivery(first));
    await stories.expectLed(first);
    await expectRebuilt(site);
  });

  it('that an editor chose, and merged with those that the service names', async () => {
    const first = stories.published();
    const { author, tags } = first.article;
    const merged = await stories.make(author);
    const other = await stories.make(`${author} B`);
    await stories.send(first);
    const documentId = await stories.choose(first, other);
    for (const to of KINDS)
      await stories.documents(topicUid(to)).delete({ documentId: merged[to] });
    const theirs = { author: `${author} B`, tags: [...tags].reverse() };
    const second = nextDelivery(first, { article: { title: 'Newer' } });
    await stories.send(second);
    await stories.expectLed(second, theirs);
    expect(await offeredFields(site, documentId)).toEqual([]);
    await stories.expectUntouched(() => rebuilt(site));

    await stories.make(`${author} C`);
    await stories.send(nextDelivery(second, { article: { author: `${author} C` } }));
    await stories.expectLed(second, theirs);
    const offered = KINDS.flatMap((to) => [`one_${to}`, `part_${to}.one`]).sort();
    expect((await offeredFields(site, documentId)).sort()).toEqual(offered);
  });

  it('the older of two, though somebody dropped their changes of it', async () => {
    const first = stories.published();
    const { author } = first.article;
    const older = await stories.make(author);
    await stories.make(author);
    for (const to of KINDS.filter(hasDrafts)) {
      const topics = stories.documents(topicUid(to));
      await topics.update({ documentId: older[to], data: { remark: 'Ours' } });
      await topics.discardDraft({ documentId: older[to] });
      await topics.publish({ documentId: older[to] });
    }
    await stories.send(first);
    const story = await stories.storyOf(first, 'draft');
    for (const to of KINDS) expect(story[`one_${to}`]).toMatchObject({ documentId: older[to] });
  });

  if (!hasLocales(from)) return;
  const german = (before: WireDelivery) => nextDelivery(before, { article: { language: 'de' } });

  it('in the locale to which they move, the same ones where these are there, too', async () => {
    const first = stories.published();
    const { author, tags, keyTakeaways } = first.article;
    for (const name of [author, tags[0], keyTakeaways[1]])
      await stories.make(String(name), ['en', 'de']);
    await stories.send(first, german(first));
    await stories.expectLed(first, {}, 'de');
    await stories.expectUntouched(() => rebuilt(site));
    await expectRebuilt(site);
  });

  it('that an editor chose, in the locale to which they move', async () => {
    const first = stories.published();
    const { author, tags } = first.article;
    for (const name of [author, ...tags]) await stories.make(name, ['en', 'de']);
    await stories.send(first);
    const theirs = `${author} B`;
    const documentId = await stories.choose(first, await stories.make(theirs, ['en', 'de']));
    const asked = await stories.send(german(first));
    expect((await stories.stateOf(asked)).state).toBe('parked');
    await adminApi(site).redrive(asked);
    await stories.expectLed(first, { author: theirs, tags: [...tags].reverse() }, 'de');
    expect(await offeredFields(site, documentId)).toEqual([]);
    await stories.expectUntouched(() => rebuilt(site));
  });
});
