import type { Site } from '../../support/site/site';
import { rebuilt } from '../offered';
import * as model from '../people/people-model';
import { after } from '../people/people-play';
import { arrived, deleted, lookedAt, type Entry, type Right } from './slug-adopted-model';
import type { playedEntries } from './slug-adopted-site';
import type { Done, Step } from './slug-adopted-steps';
import { toldIn } from './slug-adopted-told';

/** A history that is being played, and what is right so far. */
export interface Played {
  site: Site;
  entries: ReturnType<typeof playedEntries>;
  right: Right;
}

type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;

/** Carries a step out on the site, and notes what is right after it. */
export async function takeStep(step: Step, number: number, played: Played): Promise<void> {
  switch (step.do) {
    case 'deliver':
      return deliver(step, number, played);
    case 'make':
      return make(step, number, played);
    case 'write':
      return write(step, number, played);
    case 'publish':
    case 'unpublish':
    case 'discardDraft':
      return act(step.do, step.nth, number, played);
    case 'delete':
      return remove(step.nth, played);
    case 'repeat':
      return played.entries.repeat(step.which);
    case 'rebuild':
      return rebuild(played);
  }
}

async function deliver(step: Of<'deliver'>, number: number, played: Played): Promise<void> {
  const { entries, right } = played;
  const { article } = step;
  const told = toldIn(step, number, entries);
  await entries.deliver(article, told);
  const now = arrived(right, article, told);
  if (!now) return;
  const found = [...(await entries.drafts()).keys()];
  const added = found.filter((id) => !right.there.some(({ documentId }) => documentId === id));
  expect({ step, added: added.length }).toEqual({ step, added: 1 });
  right.there.push({ documentId: added[0] ?? '', now, article, made: null });
}

async function make(step: Of<'make'>, number: number, { entries, right }: Played): Promise<void> {
  const { id } = step;
  const slug = step.slug ?? `own-${number}`;
  if (await entries.hasSlug(slug)) return;
  const values = {
    ...{ title: `Made title ${number}`, tldr: step.isFull ? `Made tldr ${number}` : '' },
    ...{ description: `Made description ${number}`, keyword: '', note: '' },
  };
  const documentId = await entries.make(values, id, slug);
  const isPublished = step.isPublished && !entries.isWithoutDrafts;
  if (isPublished) await entries.act(documentId, 'publish');
  const now = model.imported(values, isPublished);
  right.there.push({ documentId, now, article: null, made: { id, slug } });
}

/** Of the entries that are there, in a circle. */
const nthOf = ({ there }: Right, nth: number): Entry | undefined =>
  there[nth % Math.max(1, there.length)];

async function write(step: Of<'write'>, number: number, { entries, right }: Played): Promise<void> {
  const entry = nthOf(right, step.nth);
  if (!entry) return;
  const values = { [step.field]: `Written ${number}` };
  entry.now = model.written(entry.now, values);
  await entries.write(entry.documentId, values);
}

async function act(
  action: Exclude<Done, 'delete'>,
  nth: number,
  number: number,
  { entries, right }: Played,
): Promise<void> {
  const entry = nthOf(right, nth);
  if (!entry || entries.isWithoutDrafts) return;
  const next = after(entry.now, { do: action }, number);
  if (!next) return;
  entry.now = next;
  await entries.act(entry.documentId, action);
}

async function remove(nth: number, { entries, right }: Played): Promise<void> {
  const entry = nthOf(right, nth);
  if (!entry) return;
  deleted(right, entry);
  await entries.act(entry.documentId, 'delete');
}

async function rebuild({ site, right }: Played): Promise<void> {
  await rebuilt(site);
  for (const article of [...right.gone.keys()]) lookedAt(right, article);
}
