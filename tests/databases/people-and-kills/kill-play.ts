import { setTimeout as pause } from 'node:timers/promises';
import type { WireDelivery } from '../../support/feed/deliveries';
import type { WireImage } from '../../support/feed/images';
import { formOf, type Entry } from '../../support/people/content-manager';
import type { ProcessSite } from '../../support/site/process-site';
import { said, type Story } from './kill-story';
import type { Kill, Plan, Save, Send, Start } from './kill-steps';

const FORMS = '/content-manager/collection-types/plugin::article-receiver.article';
/** So often, and so long after each time, whoever gets no answer asks the other instance. */
const TRIES = 400;
const REST_MS = 100;

/** Two instances, and what is told and done at them; whoever finds one gone goes on at the other. */
export function playedInstances(instances: readonly [ProcessSite, ProcessSite]) {
  const at = (index: number) => instances[index % 2 === 0 ? 0 : 1];

  async function ask<Result>(
    first: number,
    question: (site: ProcessSite) => Promise<Result | null>,
  ): Promise<Result> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      try {
        const answer = await question(at(first + tries));
        if (answer !== null) return answer;
      } catch (error) {
        // Gone in the middle of it; whatever it says itself is an answer.
        if (!(error instanceof TypeError)) throw error;
      }
      await pause(REST_MS);
    }
    throw new Error('Neither instance answers.');
  }

  const deliver = (via: number, body: WireDelivery) =>
    ask(via, async (site) => {
      const answer = await site.deliver(body);
      return answer?.status === 200 || answer?.status === 202 ? answer : null;
    });

  async function serve(
    stories: readonly Story[],
    sends: readonly Send[],
    { pictures, tag }: { pictures: readonly WireImage[]; tag: string },
  ): Promise<void> {
    const going: Promise<unknown>[] = [];
    for (const [number, send] of sends.entries()) {
      await pause(send.afterMs);
      const story = stories[send.article];
      if (story) going.push(deliver(send.via, said(story, send, { number, pictures, tag })));
    }
    await Promise.all(going);
  }

  /** Null where the service never speaks of the article. */
  async function documentIdOf({ first }: Story, via: number): Promise<string | null> {
    const filter = `status=draft&filters[sourceId]=${first.article.id}`;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const path = `/articles?${filter}`;
      const [entry] = await ask(via, ({ client }) => client.entries<Entry>(path));
      if (entry) return entry.documentId;
      await pause(REST_MS);
    }
    return null;
  }

  /** What a person does to one article, one thing after another. */
  async function work(story: Story, saves: readonly Save[], name: string): Promise<void> {
    for (const [number, { field, opensAt, savesAt, worksMs, then }] of saves.entries()) {
      const documentId = await documentIdOf(story, opensAt);
      if (documentId === null) return;
      const path = `${FORMS}/${documentId}`;
      const { data } = await ask(opensAt, ({ client }) =>
        client.admin<{ data: Entry }>('GET', path),
      );
      await pause(worksMs);
      const value = `${name} ${number}`;
      const form = formOf(data, { [field]: value });
      // As the panel says it: who got no answer saves once more what they have, which may be done already, and old.
      const opened = { 'x-article-receiver-opened': data.updatedAt };
      if (then === 'delete') {
        const documentIds = [documentId];
        await ask(savesAt, ({ client }) =>
          client.admin('POST', `${FORMS}/actions/bulkDelete`, { documentIds }),
        );
        story.isDeleted = true;
        return;
      }
      if (then === 'publish') story.isPublishedByHand = true;
      await ask(savesAt, ({ client }) =>
        then === 'save'
          ? client.admin('PUT', path, form, opened)
          : client.admin('POST', `${path}/actions/publish`, form, opened),
      );
      story.saved[field] = value;
    }
  }

  async function kill(kills: readonly Kill[]): Promise<void> {
    for (const { instance, afterMs, restMs } of kills) {
      await pause(afterMs);
      await at(instance).kill();
      await pause(restMs);
      await at(instance).startWell();
    }
  }

  async function start(starts: readonly Start[]): Promise<void> {
    for (const { what, via, afterMs } of starts) {
      await pause(afterMs);
      await ask(via, async ({ client }) => {
        if (what === 'redrive') {
          const one = (await client.deliveries()).find(({ state }) => state === 'applied');
          return one ? client.redrive(one.deliveryId) : true;
        }
        return client.admin('POST', '/article-receiver/rebuild', {}).catch((error: unknown) => {
          if (/: 409 /.test(String(error))) return true;
          throw error;
        });
      });
    }
  }

  return {
    /** Has all of a plan happen at the same time. */
    async play(
      { sends, saves, kills, starts }: Plan,
      stories: readonly Story[],
      named: { pictures: readonly WireImage[]; tag: string },
    ): Promise<void> {
      const spokenOf = new Set(sends.map(({ article }) => article));
      await Promise.all([
        serve(stories, sends, named),
        ...stories.map((story, index) => {
          const own = saves.filter(({ article }) => article === index && spokenOf.has(article));
          return work(story, own, named.tag);
        }),
        kill(kills),
        start(starts),
      ]);
    },
  };
}
