import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { messageOf } from '../../../shared/records';
import { within } from '../pace/within';
import { adapt, isFunction } from './adapt';

type Listener = Parameters<Core.Strapi['eventHub']['on']>[1];

/** For how long an event waits for one of its listeners, in milliseconds: as long as for a webhook of Strapi's. */
const LISTENER_MS = 10_000;

/**
 * Has each listener of the plugin's events called whatever the others do. Strapi (5.54.0: services/event-hub) calls them
 * one after another and waits for each: after one that throws, none is called any more, nor after one that
 * never ends. A webhook that is made while the site runs is a listener behind the site's own.
 */
export function keepListenersApart(strapi: Core.Strapi): void {
  const { eventHub: hub } = strapi;
  const { on, off } = hub;
  const guarded = new WeakMap<Listener, Listener>();
  const isOurs = (event: string) => event.startsWith(`${PLUGIN_ID}.`);
  adapt(strapi, {
    what: 'the event hub',
    without: 'a listener of the site’s own that fails keeps others from the plugin’s events',
    isKnown: isFunction(on) && isFunction(off),
    apply() {
      hub.on = (event, listener) => {
        if (!isOurs(event)) return on(event, listener);
        const guard = guarded.get(listener) ?? guardOf(strapi, listener);
        guarded.set(listener, guard);
        return on(event, guard);
      };
      hub.off = (event, listener) =>
        off(event, isOurs(event) ? (guarded.get(listener) ?? listener) : listener);
    },
  });
}

/** The listener as one that never fails, and is waited for only so long. */
function guardOf(strapi: Core.Strapi, listener: Listener): Listener {
  const call = async (values: unknown[]): Promise<void> => {
    try {
      await listener(...values);
    } catch (error) {
      strapi.log.error(`article-receiver: a listener of its events failed: ${messageOf(error)}`);
    }
  };
  return async (...values) => {
    if (await within(LISTENER_MS, call(values))) return;
    strapi.log.warn(
      `article-receiver: a listener of its events takes longer than ${LISTENER_MS / 1_000} seconds; the others are told meanwhile`,
    );
  };
}
