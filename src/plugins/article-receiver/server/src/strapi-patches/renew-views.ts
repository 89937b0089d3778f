import type { Core } from '@strapi/types';
import { FORMER_VIEWS } from '../content-types/article/former-views';
import { articleViews } from '../content-types/article/views';
import { UIDS } from '../content-types/uids';
import { isAsKnown, isFunction } from './adapt';

interface Layouts {
  list: string[];
  edit: { name: string; size: number }[][];
}

interface ContentTypes {
  findContentType(uid: string): object | undefined;
  findConfiguration(type: object): Promise<{ layouts?: Layouts }>;
  updateConfiguration(type: object, configuration: { layouts: Layouts }): Promise<unknown>;
}

const METHODS = ['findContentType', 'findConfiguration', 'updateConfiguration'] as const;

const formAsText = (edit: Layouts['edit']): string =>
  edit.map((row) => row.map(({ name, size }) => `${name}:${size}`).join(' ')).join('\n');

/**
 * Gives the article's present form and list to a site that has those of an earlier version, as they
 * were. Strapi stores both when it meets a type for the first time; what somebody arranged since
 * stays as it is. The service is Strapi's own and no part of its documented interface; as here in 5.17
 * to 5.54.
 */
export async function renewViews(strapi: Core.Strapi): Promise<void> {
  if (!strapi.plugin('content-manager')) return;
  const types = strapi.plugin('content-manager').service<ContentTypes>('content-types');
  const inside = {
    what: 'the arrangement of forms and lists (content-manager, content-types)',
    without: 'articles keep the form and the list of the version that showed them first',
    isKnown: METHODS.every((name) => isFunction(types?.[name])),
  };
  if (!isAsKnown(strapi, inside)) return;
  const type = types.findContentType(UIDS.article);
  if (!type) return;
  const configuration = await types.findConfiguration(type);
  const { layouts } = configuration;
  if (!layouts) return;
  const hasFormerForm = FORMER_VIEWS.forms.includes(formAsText(layouts.edit));
  const hasFormerList = FORMER_VIEWS.lists.includes(layouts.list.join(' '));
  if (!hasFormerForm && !hasFormerList) return;
  await types.updateConfiguration(type, {
    ...configuration,
    layouts: {
      list: hasFormerList ? articleViews.layouts.list : layouts.list,
      edit: hasFormerForm ? articleViews.layouts.edit : layouts.edit,
    },
  });
}
