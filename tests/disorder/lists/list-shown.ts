import { without } from '../../../src/plugins/article-receiver/shared/records';
import { makeDelivery } from '../../support/feed/deliveries';
import type { WireImage } from '../../support/feed/images';
import {
  changeComponent,
  ownTypesWith,
  POST_TARGET,
  renameComponent,
  renameType,
} from '../../support/articles/own-types';
import type { Site } from '../../support/site/site';
import { altOf } from './list-images';
import type { Said } from './list-steps';

// Strapi keeps for the process what it populates of a type and of a component (5.54.0: populate.ts), and others have
// theirs by these names.
export const LISTED = 'api::listed.listed';
const PICTURE = 'blocks.listed-picture';
const POINT = 'shared.listed-point';
export const LABEL = 'api::label.label';
export const CATEGORY = 'api::category.category';
export const AUTHOR = 'api::author.author';
/** The content types that a history fills. */
export const OWN = [LISTED, LABEL, CATEGORY, AUTHOR];

// Nothing in these entries tells which delivery they show.
const withoutClock = without(POST_TARGET.fields, ['changedAt']);
const [text, picture] = POST_TARGET.fields.sections;
const leads = (from: string) => ({ from, match: 'label', create: true });
/** A mapping in which items of lists lead elsewhere, and have components. */
export const TARGET = {
  type: LISTED,
  fields: {
    ...withoutClock,
    excerpt: 'title',
    takeaways: {
      each: 'keyTakeaways',
      fields: { text: 'item', about: leads('item'), link: { fields: { heading: 'tldr' } } },
    },
    sections: [
      text,
      { ...picture, component: PICTURE, fields: { ...picture?.fields, topic: leads('category') } },
    ],
  },
};

/** Types in which items of lists lead elsewhere, and have components. */
export async function listTypes(): Promise<string> {
  const folder = await ownTypesWith('post', {});
  const lead = { type: 'relation', relation: 'manyToOne', target: LABEL };
  const link = { type: 'component', component: 'shared.social' };
  await changeComponent(folder, 'shared.point', ({ attributes }) => {
    Object.assign(attributes, { about: lead, link });
  });
  await changeComponent(folder, 'blocks.picture', ({ attributes }) => {
    attributes.topic = lead;
  });
  await renameComponent(folder, 'shared.point', POINT);
  await renameComponent(folder, 'blocks.picture', PICTURE);
  await renameType(folder, 'post', 'listed');
  return folder;
}

interface Point {
  id: number;
  text: string;
  remark: string | null;
  about: { label: string } | null;
  link: { id: number; heading: string | null; handle: string | null } | null;
}

interface Section {
  __component: string;
  body?: string | null;
  alternative?: string | null;
  file?: { alternativeText: string } | null;
  topic?: { label: string } | null;
}

export interface Shown {
  documentId: string;
  note: string | null;
  takeaways: Point[];
  sections: Section[];
  labels: { label: string }[];
  gallery: { alternativeText: string }[] | null;
  category: { name: string } | null;
  author: { name: string } | null;
  seo: { social: { heading: string | null } | null } | null;
}

const POPULATE = {
  takeaways: { populate: { about: true, link: true } },
  sections: {
    on: {
      'blocks.rich-text': true,
      [PICTURE]: { populate: { file: true, topic: true } },
    },
  },
  labels: true,
  gallery: true,
  category: true,
  author: true,
  seo: { populate: { social: true } },
};

/** What a delivery has of it. */
export const articleOf = (said: Said, images: readonly WireImage[]) => {
  const { keyTakeaways, tldr, tags, category, author, primaryKeyword } = said;
  return {
    ...{ keyTakeaways, tldr, tags, category, author, heroImageUrl: '' },
    images: said.images.flatMap((image) => images[image] ?? []),
    contentPlan: { ...makeDelivery().article.contentPlan, primaryKeyword },
  };
};

/** What the entry is to have, people aside. */
export const expectedOf = (said: Said) => ({
  takeaways: said.keyTakeaways.map((point) => [point, point, said.tldr || null]),
  sections: [
    ...(said.tldr ? [said.tldr] : []),
    ...said.images.map((image) => [altOf(image), altOf(image), said.category || null]),
  ],
  labels: said.tags,
  gallery: said.images.map(altOf),
  category: said.category || null,
  author: said.author || null,
  heading: said.primaryKeyword || null,
});

export const pointsOf = (takeaways: readonly Point[]): (string | null)[][] =>
  takeaways.map((point) => [point.text, point.about?.label ?? null, point.link?.heading ?? null]);

/** The same of what it has. */
export const summaryOf = (shown: Shown) => ({
  takeaways: pointsOf(shown.takeaways),
  sections: shown.sections.map((section) =>
    section.__component === 'blocks.rich-text'
      ? (section.body ?? null)
      : [
          section.file?.alternativeText ?? null,
          section.alternative ?? null,
          section.topic?.label ?? null,
        ],
  ),
  labels: shown.labels.map(({ label }) => label),
  gallery: (shown.gallery ?? []).map(({ alternativeText }) => alternativeText),
  category: shown.category?.name ?? null,
  author: shown.author?.name ?? null,
  heading: shown.seo?.social?.heading ?? null,
});

/** The draft of an article, or what readers have of it: null where that is nothing. */
export const shownIn = async (
  { strapi }: Site,
  feedId: string | undefined,
  { status = 'draft', locale = 'en' }: { status?: 'draft' | 'published'; locale?: string } = {},
): Promise<Shown> =>
  (await strapi.documents(LISTED as never).findFirst({
    filters: { feedId },
    status,
    locale,
    populate: POPULATE,
  } as never)) as unknown as Shown;
