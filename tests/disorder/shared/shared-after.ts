import { age, arrive, keptOf, takeIn, takeInAll } from './shared-kept';
import {
  ledTo,
  newestOf,
  project,
  sameTags,
  tagCalled,
  tagName,
  tagsOf,
  unmade,
  type Document,
  type Model,
  type Version,
} from './shared-model';
import type { Step, Tag } from './shared-steps';

const documentOf = (model: Model, what: 'campaign' | Tag): Document =>
  what === 'campaign' ? model.campaign : (model.tags[what] ?? unmade());

/** Whether there is something to take a step with. */
export function isPossible(model: Model, step: Step): boolean {
  switch (step.do) {
    case 'rename': {
      const { values, said } = documentOf(model, step.what);
      // One of a person's own is no tag of the service's under another name.
      return values !== null && 'name' in said;
    }
    case 'delete':
      return documentOf(model, step.what).values !== null;
    case 'make':
      return documentOf(model, step.what).values === null && !isCalled(model, step.what);
    case 'merge': {
      const kept = documentOf(model, step.kept);
      const isTwo = step.kept !== step.dropped && documentOf(model, step.dropped).values !== null;
      return isTwo && kept.values !== null && 'name' in kept.said;
    }
    case 'discard':
    case 'takeIn':
      return keptOf(model, step) !== undefined;
    case 'write':
    case 'replace':
    case 'remove':
    case 'bulkRemove':
    case 'bulkMove':
      return Boolean(model.files[step.image]?.values);
    case 'removeFolder':
      return inFolder(model).length > 0;
    case 'describe':
    case 'drop': {
      const asset = model.articles[step.article]?.draft?.asset;
      return typeof asset === 'string' && Boolean(model.assets[asset]?.values);
    }
    case 'choose':
    case 'redrive':
    case 'repeat':
      return model.articles[step.article]?.draft !== null;
    case 'deliver':
    case 'rebuild':
    case 'age':
    case 'accept':
      return true;
  }
}

/** Whether another tag has the name of one that is not there. */
const isCalled = (model: Model, what: 'campaign' | Tag): boolean =>
  what !== 'campaign' && tagCalled(model, tagName({ tag: what, writing: 0 })) !== undefined;

const versionsIn = (model: Model): Version[] =>
  model.articles.flatMap(({ draft, published }) =>
    [draft, published].filter((one) => one !== null),
  );

/** In whatever order a rebuild comes to the articles. */
const ORDERS = [
  ...[
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
  ],
  ...[
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ],
];

/** How a step is taken. */
export interface Taking {
  /** Of the step in its history. */
  number: number;
  /** What a person writes in it. */
  own: string;
}

/** What may be right after a step. */
export function after(before: Model, step: Step, { number, own }: Taking): Model[] {
  const model = structuredClone(before);
  switch (step.do) {
    case 'deliver': {
      const one = { ...step.said, at: step.time * 100 + number, isDropped: false };
      const { article } = step;
      if (!step.isStrange || model.isOpen) arrive(model, article, one);
      else model.quarantined.push({ article, one, isDiscarded: false });
      return [model];
    }
    case 'redrive':
      project(model, step.article);
      return [model];
    case 'rebuild':
      return ORDERS.flatMap((order) =>
        [true, false].map((isTakenInFirst) => {
          const one = structuredClone(model);
          if (isTakenInFirst) takeInAll(one);
          for (const article of order) project(one, article, { isWhole: true });
          if (!isTakenInFirst) takeInAll(one);
          return one;
        }),
      );
    case 'merge': {
      documentOf(model, step.kept).values = {
        name: tagName({ tag: step.dropped, writing: step.writing }),
      };
      return withoutTag(model, step.dropped);
    }
    case 'age':
      age(model, step.what);
      return [model];
    case 'accept':
      model.isOpen = step.isOpen;
      return [model];
    case 'discard': {
      const kept = keptOf(model, step);
      if (kept) kept.isDiscarded = true;
      return [model];
    }
    case 'takeIn':
      takeIn(model, keptOf(model, step));
      return [model];
    case 'delete':
      return step.what === 'campaign' ? [withoutCampaign(model)] : withoutTag(model, step.what);
    case 'rename':
    case 'make':
    case 'describe':
    case 'drop':
    case 'repeat':
      change(model, step, own);
      return [model];
    case 'choose':
      change(model, step, own);
      return unsureWhose(model, step.article);
    case 'write':
    case 'replace':
    case 'remove':
    case 'bulkRemove':
    case 'bulkMove':
      changeFile(model, step, own);
      return [model];
    case 'removeFolder':
      for (const image of inFolder(model)) changeFile(model, { do: 'remove', image }, own);
      return [model];
  }
}

/** The images whose files are in the folder that they are put into. */
const inFolder = ({ files }: Model): number[] =>
  Object.entries(files).flatMap(([image, { values, isMoved }]) =>
    values && !isMoved ? [Number(image)] : [],
  );

function withoutCampaign(model: Model): Model {
  model.campaign.values = null;
  for (const version of versionsIn(model)) version.campaign = false;
  return model;
}

/** Where what is left of somebody's choice is what the service once said, nobody can tell whose it is. */
function withoutTag(model: Model, tag: Tag): Model[] {
  const bereft = model.articles.map(({ draft }) => draft?.tags.includes(tag) === true);
  documentOf(model, tag).values = null;
  for (const version of versionsIn(model))
    version.tags = version.tags.filter((other) => other !== tag);
  const isUnsure = ({ isTheirs, draft, said }: Model['articles'][number], article: number) =>
    isTheirs &&
    bereft[article] &&
    said.some((one) =>
      [tagsOf(one), ledTo(model, one)].some((tags) => sameTags(tags, draft?.tags ?? [])),
    );
  const unsure = [...model.articles.keys()].filter((article) =>
    model.articles.some((one, number) => number === article && isUnsure(one, number)),
  );
  return unsure.reduce(
    (models, article) =>
      models.flatMap((one) => {
        const other = structuredClone(one);
        const [found] = other.articles.slice(article);
        if (found) found.isTheirs = false;
        return [one, other];
      }),
    [model],
  );
}

/** Whose a choice is that comes to what the service says by another tag's name is seen at the next projection. */
function unsureWhose(model: Model, number: number): Model[] {
  const [article] = model.articles.slice(number);
  const newest = article && newestOf(article);
  if (!article || !newest || sameTags(ledTo(model, newest), tagsOf(newest))) return [model];
  return [true, false].map((isTheirs) => {
    const one = structuredClone(model);
    for (const found of one.articles.slice(number, number + 1)) found.isTheirs = isTheirs;
    return one;
  });
}

type Change = Extract<Step, { do: 'rename' | 'make' | 'describe' | 'drop' | 'choose' | 'repeat' }>;

/** What a person does to an article, or to a document of several, that can end in one way alone. */
function change(model: Model, step: Change, own: string): void {
  switch (step.do) {
    case 'rename':
      documentOf(model, step.what).values = { name: own };
      return;
    case 'make': {
      const isTag = step.what !== 'campaign';
      const made = { values: { name: isTag ? `tag ${step.what}` : own }, said: {} };
      Object.assign(documentOf(model, step.what), made);
      return;
    }
    case 'describe':
    case 'drop': {
      const key = model.articles[step.article]?.draft?.asset ?? '';
      const asset = model.assets[key];
      if (!asset) return;
      if (step.do === 'describe') asset.values = { alt: own };
      else {
        Object.assign(asset, { values: null, hasFile: false });
        for (const version of versionsIn(model)) if (version.asset === key) version.asset = null;
      }
      return;
    }
    case 'choose': {
      const [article] = model.articles.slice(step.article);
      const newest = article && newestOf(article);
      if (!article?.draft || !newest) return;
      article.isTouched = true;
      const chosen = step.tags.filter((tag) => model.tags[tag]?.values);
      if (sameTags(chosen, article.draft.tags)) return;
      article.draft.tags = chosen;
      article.isTheirs = !sameTags(chosen, tagsOf(newest));
      return;
    }
    case 'repeat':
      return;
  }
}

type FileChange = Extract<Step, { image: number }>;

/** What is done in the Media Library. */
function changeFile(model: Model, step: FileChange, own: string): void {
  const file = model.files[step.image];
  if (!file) return;
  if (step.do === 'bulkMove' || (step.do === 'write' && step.field === 'folder')) {
    file.isMoved = true;
  } else if (step.do === 'write') {
    file.values = { ...file.values, [step.field]: own };
  } else if (step.do === 'replace') {
    file.isReplaced = true;
  } else {
    Object.assign(file, { values: null, said: {}, isMoved: false, isReplaced: false });
    for (const [key, asset] of Object.entries(model.assets)) {
      if (key.endsWith(` ${step.image}`)) asset.hasFile = false;
    }
    for (const version of versionsIn(model)) {
      if (version.hero === step.image) version.hero = null;
    }
  }
}
