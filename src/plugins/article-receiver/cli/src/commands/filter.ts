import { InvalidArgumentError, type Command } from 'commander';
import { DELIVERY_STATES, type DeliveryState } from '../../../shared/deliveries/deliveries';
import type { DeliveryFilter } from '../../../shared/deliveries/operations';
import { parsePast } from '../time';

/** Options that choose deliveries, as commander gives them. */
export interface FilterOptions {
  state?: DeliveryState[];
  event?: string;
  article?: string;
  since?: number;
  until?: number;
  search?: string;
}

function parseStates(text: string, before: DeliveryState[] = []): DeliveryState[] {
  const states = text.split(',').map((word) => {
    const state = DELIVERY_STATES.find((known) => known === word.trim());
    if (!state) throw new InvalidArgumentError(`Expected some of ${DELIVERY_STATES.join(', ')}.`);
    return state;
  });
  return [...before, ...states];
}

/** An empty one is mostly a variable of the shell's that is not set, and would choose all there is, or nothing. */
function parseText(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('Expected some text.');
}

/** Adds the options that choose deliveries. */
export const filterOptions = (command: Command): Command =>
  command
    .option('--state <state,…>', 'in one of these states', parseStates)
    .option('--event <kind>', 'of this event, e.g. article.ready', parseText)
    .option('--article <id>', "of this article, by the feed's id (art_…)", parseText)
    .option('--since <time>', 'received since then: 2026-09-14, or 2h ago', parsePast)
    .option('--until <time>', 'received before then', parsePast)
    .option('--search <text>', 'with this in the title, the slug or an id', parseText);

/** The chosen options as a filter. */
export function toFilter(options: FilterOptions): DeliveryFilter {
  const { state, event, article, since, until, search } = options;
  return { states: state, event, articleId: article, since, until, search };
}

export const isEmpty = (filter: DeliveryFilter): boolean =>
  Object.values(filter).every((value) => value === undefined);
