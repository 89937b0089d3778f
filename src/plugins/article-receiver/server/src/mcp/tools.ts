import { z } from 'zod';
import { SHOWN_STATES } from '../../../shared/deliveries/deliveries';
import { EFFECTS } from '../../../shared/settings/settings';
import { PERMISSIONS } from '../permissions';
import { address, tool, type Right, type Tool } from './tool';

const CONTENT_MANAGER = 'plugin::content-manager.explorer';

const deliveryId = z.string().min(1).max(255).describe('The id of a delivery, like dlv_…');
const documentId = z.string().min(1).max(255).describe("The article's document id in Strapi");
const confirm = z
  .boolean()
  .default(false)
  .describe('True only after the person you work for has agreed to exactly this');

/** The tools for a site whose articles are entries of this content type. */
export function toolsFor(contentType: string): Tool[] {
  const may = (action: string): Right => ({
    action: `${CONTENT_MANAGER}.${action}`,
    subject: contentType,
  });
  const readsLog: Right = { action: PERMISSIONS.read };
  const redrives: Right = { action: PERMISSIONS.redrive };
  return [
    tool({
      name: 'article_receiver_list_deliveries',
      title: 'List deliveries',
      description:
        'Lists what the content service has delivered, newest first, with the state of each and ' +
        'why it is in it. Filter by state or article, or search titles, slugs and ids with q.',
      input: z.object({
        state: z.enum(SHOWN_STATES).optional(),
        articleId: z.string().max(255).optional().describe("The service's id of the article"),
        q: z.string().max(255).optional(),
        pageSize: z.number().int().min(1).max(50).default(20),
        after: z.string().max(255).optional().describe('`pagination.next` of the page before'),
      }),
      acts: false,
      rights: [readsLog],
      toRequest: ({ state, articleId, q, pageSize, after }) => ({
        method: 'GET',
        path: address`/deliveries`({
          pageSize,
          after,
          _q: q,
          'filters[stateShown]': state,
          'filters[articleId]': articleId,
        }),
      }),
    }),
    tool({
      name: 'article_receiver_explain_delivery',
      title: 'Explain a delivery',
      description:
        'Says what became of one delivery: its outcome, issues, attempts, images, what it changed ' +
        'in the article and which decision it waits for.',
      input: z.object({ deliveryId }),
      acts: false,
      rights: [readsLog],
      toRequest: (args) => ({
        method: 'GET',
        path: address`/deliveries/${args.deliveryId}`(),
      }),
    }),
    tool({
      name: 'article_receiver_compare_delivery',
      title: 'Compare a delivery with the draft',
      description:
        'Says, field by field, what would change in the draft of an article if one of its ' +
        'deliveries were used again. Changes nothing.',
      input: z.object({ documentId, deliveryId }),
      acts: false,
      rights: [readsLog],
      toRequest: (args) => ({
        method: 'GET',
        path: address`/articles/${args.documentId}/versions/${args.deliveryId}`(),
      }),
    }),
    tool({
      name: 'article_receiver_list_waiting',
      title: 'List what waits for a person',
      description:
        'Lists the articles in which something waits for a decision: suggestions, held or refused ' +
        'publications, words that nobody knows, deliveries that failed or cannot be read.',
      input: z.object({ page: z.number().int().min(1).max(1_000).default(1) }),
      acts: false,
      rights: [may('update'), may('publish'), may('read'), readsLog],
      toRequest: ({ page }) => ({
        method: 'GET',
        path: address`/waiting`({ page, pageSize: 20 }),
      }),
    }),
    tool({
      name: 'article_receiver_list_suggestions',
      title: 'List suggestions',
      description:
        "Lists what the service suggests for fields of an article that an editor changed: the service's " +
        "value and the editor's, with the id to decide by.",
      input: z.object({ documentId }),
      acts: false,
      rights: [may('update')],
      toRequest: (args) => ({
        method: 'GET',
        path: address`/suggestions`({ documentId: args.documentId, state: 'open' }),
      }),
    }),
    tool({
      name: 'article_receiver_dry_run',
      title: 'Try a redrive',
      description:
        'Says what applying deliveries again would change, and writes nothing: those with the ids ' +
        'given, or all of them. It answers after some seconds at most, with "looked" of the ' +
        '"deliveries"; unless "next" is null, call again with "after" set to it, and add up.',
      input: z.object({
        deliveryIds: z.array(deliveryId).min(1).max(100).optional(),
        after: z.number().int().min(0).default(0),
      }),
      acts: false,
      rights: [redrives],
      toRequest: ({ deliveryIds, after }) => ({
        method: 'POST',
        path: address`/deliveries/redrive`(),
        body: { dryRun: true, after, ...(deliveryIds ? { ids: deliveryIds } : { all: true }) },
      }),
    }),
    tool({
      name: 'article_receiver_redrive',
      title: 'Apply a delivery again',
      description:
        'Applies a delivery again: its article is projected from all of its deliveries. What ' +
        'editors changed stays. Try article_receiver_dry_run first.',
      input: z.object({ deliveryId, confirm }),
      acts: true,
      rights: [redrives],
      toRequest: (args) => ({
        method: 'POST',
        path: address`/deliveries/${args.deliveryId}/redrive`(),
      }),
    }),
    tool({
      name: 'article_receiver_decide_word',
      title: 'Decide what a word means',
      description:
        'Decides what a status word of the service does from now on (effect), or to which locale ' +
        'what it calls a language leads (locale), by a delivery that waits for it. All that wait ' +
        'for the word are applied.',
      input: z.object({
        deliveryId,
        effect: z.enum(EFFECTS).optional(),
        locale: z.string().min(1).max(50).optional(),
        confirm,
      }),
      acts: true,
      rights: [redrives],
      toRequest: ({ deliveryId: waiting, effect, locale }) => ({
        method: 'POST',
        path: address`/deliveries/${waiting}/decide`(),
        body: { effect, locale },
      }),
    }),
    tool({
      name: 'article_receiver_decide_suggestion',
      title: 'Decide on a suggestion',
      description:
        "Takes the service's value into the article (accept), or keeps the editor's (reject).",
      input: z.object({
        suggestionId: z.number().int().positive(),
        decision: z.enum(['accept', 'reject']),
        confirm,
      }),
      acts: true,
      rights: [may('update')],
      toRequest: ({ suggestionId, decision }) => ({
        method: 'POST',
        path: address`/suggestions/${suggestionId}/${decision}`(),
      }),
    }),
    tool({
      name: 'article_receiver_decide_hold',
      title: 'Decide on a held publication',
      description:
        'Publishes what is held back because an editor changed the article (release), or drops ' +
        'that publication (discard).',
      input: z.object({
        documentId,
        decision: z.enum(['release', 'discard']),
        seen: z
          .string()
          .max(255)
          .optional()
          .describe(
            "The draft's updatedAt when it was read: a draft changed since is not released",
          ),
        confirm,
      }),
      acts: true,
      rights: [may('publish')],
      toRequest: ({ decision, seen, ...args }) => ({
        method: 'POST',
        path: address`/articles/${args.documentId}/${decision}`(),
        body: { seen },
      }),
    }),
  ];
}
