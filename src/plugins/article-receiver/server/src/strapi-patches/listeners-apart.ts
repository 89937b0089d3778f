import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { within } from '../pace/within';
import { adapt, isFunction } from './adapt';
import { explain } from '../faults/explain';

type EventHub = Core.Strapi['eventHub'];
type Listener = Parameters<EventHub['on']>[1];
type Subscriber = Parameters<EventHub['subscribe']>[0];

/** For how long an event waits for one of its listeners, in milliseconds: as long as for a webhook of Strapi's. */
const LISTENER_MS = 10_000;

const isOurs = (event: string): boolean => event.startsWith(`${PLUGIN_ID}.`);

/**
 * Has each listener of the plugin's events called whatever the others do, those to all of a site's events too. Strapi
 * (5.54.0: services/event-hub) calls them one after another and waits for each: after one that throws, none is called
 * any more, nor after one that never ends. A webhook that is made while the site runs is a listener behind the site's
 * own.
 */
export function keepListenersApart(strapi: Core.Strapi): void {
  const { eventHub: hub } = strapi;
  const { on, off, subscribe, unsubscribe } = hub;
  const listeners = guards<Listener>((listener) => guardOf(strapi, listener));
  const subscribers = guards<Subscriber>((subscriber) => {
    const guarded = guardOf(strapi, subscriber);
    return (event, ...values: unknown[]) =>
      (isOurs(event) ? guarded : subscriber)(event, ...values);
  });
  adapt(strapi, {
    what: 'the event hub',
    without: 'a listener of the site’s own that fails keeps others from the plugin’s events',
    isKnown: [on, off, subscribe, unsubscribe].every(isFunction),
    apply() {
      hub.on = (event, listener) => on(event, isOurs(event) ? listeners.of(listener) : listener);
      hub.off = (event, listener) =>
        off(event, isOurs(event) ? listeners.known(listener) : listener);
      hub.subscribe = (subscriber) => subscribe(subscribers.of(subscriber));
      hub.unsubscribe = (subscriber) => unsubscribe(subscribers.known(subscriber));
    },
  });
}

/** What stands in the places of functions: one and the same for each of them. */
function guards<Call extends object>(make: (call: Call) => Call) {
  const made = new WeakMap<Call, Call>();
  return {
    of: (call: Call): Call => {
      const guard = made.get(call) ?? make(call);
      made.set(call, guard);
      return guard;
    },
    /** What stands there, where anything does. */
    known: (call: Call): Call => made.get(call) ?? call,
  };
}

/** The listener as one that never fails, and is waited for only so long. */
function guardOf<Values extends unknown[]>(
  strapi: Core.Strapi,
  listener: (...values: Values) => unknown,
): (...values: Values) => Promise<void> {
  const call = async (values: Values): Promise<void> => {
    try {
      await listener(...values);
    } catch (error) {
      strapi.log.error(`article-receiver: a listener of its events failed: ${explain(error)}`);
    }
  };
  return async (...values) => {
    if (await within(LISTENER_MS, call(values))) return;
    strapi.log.warn(
      `article-receiver: a listener of its events takes longer than ${LISTENER_MS / 1_000} seconds; the others are told meanwhile`,
    );
  };
}
