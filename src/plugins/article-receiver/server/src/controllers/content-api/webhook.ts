import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { optionsOf } from '../../config/site-options';
import { addressTest } from '../../config/address-ranges';
import { MemoryBudget } from '../../receive/memory-budget';
import { addressInWords, clientAddress } from '../../receive/client-address';
import { openOnFailure, perMinuteLimit } from '../../receive/rate-limit';
import { receiveBody } from '../../receive/receive-body';
import { trafficOf } from '../../pace/traffic';
import { activityOf } from '../../pace/activity';
import { nowAndThen } from '../../pace/now-and-then';
import { isJsonType } from '../../receive/json-type';
import { presentedToken } from '../../receive/webhook-path';
import { whileAway } from '../../receive/while-away';
import { metricsOf } from '../../metrics/metrics';
import { accept, type Acceptance, type Body } from '../../receive/accept-delivery';
import { explain } from '../../faults/explain';
import { getService } from '../../services/get-service';
import type { TokenIdentity } from '../../tokens/service';
import type { WebhookAnswer } from './answers';
import {
  READ_BEFORE,
  refuse,
  refuseBody,
  refuseForNow,
  refuseQuarantined,
  refuseTooMany,
} from './webhook-refusals';

const QUARANTINE_FULL =
  'the delivery would go to quarantine, which is full; it is not kept, try again later';

/** How often the log has a line on who is none of `allowFrom`, in milliseconds: outsiders may knock as often as they like. */
const STRANGERS_MS = 60_000;

/** What became of a delivery that is kept. */
type Kept = 'accepted' | 'duplicate' | 'quarantined';

/** What is made of a setting, kept until that setting is another one. */
function remade<Setting, Made>(make: (setting: Setting) => Made): (setting: Setting) => Made {
  let last: { text: string; made: Made } | null = null;
  return (setting) => {
    const text = JSON.stringify(setting);
    if (last?.text !== text) last = { text, made: make(setting) };
    return last.made;
  };
}

function expectedBytes(ctx: Context, maxBodyBytes: number): number {
  const isPlain = ctx.get('content-encoding') === '' && ctx.get('content-length') !== '';
  const declared = isPlain ? Number(ctx.get('content-length')) : maxBodyBytes;
  return Math.min(declared || 0, maxBodyBytes);
}

export default ({ strapi }: { strapi: Core.Strapi }) => {
  // Settings may change at any time: what a request needs is asked for with each.
  const options = () => optionsOf(strapi);
  const budget = new MemoryBudget(options().maxBytesInFlight);
  const addresses = remade((ranges: readonly string[] | null) =>
    ranges ? addressTest(ranges) : () => true,
  );
  const limits = remade((perMinute: number | null) =>
    openOnFailure(perMinute === null ? () => null : perMinuteLimit(perMinute), (error) =>
      strapi.log.error(`article-receiver: the rate limit failed: ${explain(error)}`),
    ),
  );

  // A service that has another address from today on is refused for good, and tells nobody here.
  const tellOfStranger = nowAndThen<string>(STRANGERS_MS, (address, others) =>
    strapi.log.warn(
      `article-receiver: refused what came from ${addressInWords(address)}, which is none of "allowFrom"` +
        (others > 0 ? `; ${others} more were refused since that was said last` : ''),
    ),
  );

  return {
    methodNotAllowed(ctx: Context): void {
      ctx.set('Allow', 'POST');
      refuse(ctx, 405, 'MethodNotAllowedError', 'deliveries are sent with POST');
    },

    async receive(ctx: Context): Promise<void> {
      const { answers, acknowledgements, acknowledgeSeconds } = metricsOf(strapi);
      const end = acknowledgeSeconds.startTimer();
      let status = 500;
      let outcome: Kept | void;
      try {
        outcome = await receive(ctx);
        ({ status } = ctx);
      } finally {
        answers.inc({ status });
      }
      if (!outcome) return;
      end();
      acknowledgements.inc({ outcome });
    },
  };

  /** Takes a delivery. The order of the checks is the contract's: nothing is read before the token. */
  async function receive(ctx: Context): Promise<Kept | void> {
    const { allowFrom = null, rateLimit, bodyTimeoutMs, maxBodyBytes } = options();
    // Before the token, so that an outsider learns nothing about any token.
    const address = clientAddress(ctx);
    if (!addresses(allowFrom)(address)) {
      tellOfStranger(address);
      return refuse(ctx, 403, 'ForbiddenError', 'this address may not deliver');
    }
    const token = await presentedIdentity(ctx);
    if (token === 'unknown') return refuseForNow(ctx, 'the token cannot be checked now');
    if (!token) return refuse(ctx, 401, 'UnauthorizedError', 'the token is missing or not valid');
    const waitS = limits(rateLimit?.perMinute ?? null)(token.name);
    if (waitS !== null) return refuseTooMany(ctx, waitS);
    if (!isJsonType(ctx.get('content-type'))) {
      const message = 'expected a Content-Type of application/json or application/*+json, in UTF-8';
      return refuse(ctx, 415, 'UnsupportedMediaTypeError', message);
    }
    const release = await budget.reserve(expectedBytes(ctx, maxBodyBytes), bodyTimeoutMs);
    if (!release) return refuseForNow(ctx, 'too many deliveries at once; try again later');
    const leave = trafficOf(strapi).enter();
    activityOf(strapi).note();
    try {
      const read = await receiveBody(ctx.req, {
        maxBytes: maxBodyBytes,
        timeoutMs: bodyTimeoutMs,
      });
      if (!read.ok && read.fault === 'read-before') {
        strapi.log.error(`article-receiver: a delivery was refused: ${READ_BEFORE}`);
      }
      if (!read.ok) return refuseBody(ctx, read.fault, { maxBodyBytes, bodyTimeoutMs });
      return await keep(ctx, read, token.name);
    } finally {
      leave();
      release();
      getService(strapi, 'tokens').used(token, clientAddress(ctx));
    }
  }

  /** Whose token a request presents; `unknown` where the database that knows does not answer. */
  async function presentedIdentity(ctx: Context): Promise<TokenIdentity | 'unknown' | null> {
    const presented = presentedToken(ctx);
    if (!presented) return null;
    try {
      return await whileAway(() => getService(strapi, 'tokens').identify(presented));
    } catch (error) {
      strapi.log.error(`article-receiver: a token could not be checked: ${explain(error)}`);
      return 'unknown';
    }
  }

  async function keep(ctx: Context, body: Body, token: string): Promise<Kept | void> {
    const origin = {
      receivedAt: Date.now(),
      token,
      remoteAddress: clientAddress(ctx).slice(0, 255) || null,
      userAgent: ctx.get('user-agent').slice(0, 1_000) || null,
    };
    let acceptance: Acceptance;
    try {
      acceptance = await whileAway(() => accept(strapi, body, origin));
    } catch (error) {
      strapi.log.error(`article-receiver: a delivery could not be stored: ${explain(error)}`);
      return refuseForNow(ctx, 'the delivery could not be stored; try again later');
    }
    return answer(ctx, acceptance);
  }

  function answer(ctx: Context, acceptance: Acceptance): Kept | void {
    if (acceptance.kind === 'no-room') return refuseForNow(ctx, QUARANTINE_FULL);
    const { deliveryId, outcome, streamKey } = acceptance.appended;
    if (acceptance.kind === 'quarantined') {
      refuseQuarantined(ctx, deliveryId, acceptance.fault, acceptance.issues);
      return 'quarantined';
    }
    ctx.status = outcome === 'duplicate' ? 200 : 202;
    ctx.body = { data: { deliveryId, outcome } } satisfies WebhookAnswer;
    if (outcome === 'accepted') getService(strapi, 'runner').kick(streamKey);
    return outcome;
  }
};
