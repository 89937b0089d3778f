import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { Issue } from '../../../shared/deliveries';
import { addressTest } from '../config/address-ranges';
import { ByteBudget } from '../edge/byte-budget';
import { clientAddress } from '../edge/client-address';
import { openOnFailure, perMinuteLimit } from '../edge/rate-limit';
import { linger, readBody, type BodyRead } from '../edge/read-body';
import { presentedToken } from '../edge/webhook-path';
import { accept, type Acceptance } from '../intake/accept';
import { explain } from '../runner/faults';
import { getService } from '../services/get-service';
import type { TokenIdentity } from '../services/tokens';

/** What a sender is asked to wait before it tries again, in seconds. */
const RETRY_AFTER_S = 10;

const JSON_TYPE = /^application\/(?:json|[\w.!#$&^+-]+\+json) *(?:; *charset="?utf-?8"? *)?$/i;

/** Answers in the shape of Strapi's own errors. */
function refuse(ctx: Context, status: number, name: string, message: string, details = {}): void {
  ctx.status = status;
  ctx.body = { data: null, error: { status, name, message, details } };
  linger(ctx.req);
}

export default ({ strapi }: { strapi: Core.Strapi }) => {
  const options = getService(strapi, 'options').get();
  const budget = new ByteBudget(options.maxBytesInFlight);
  const isAllowed = options.allowFrom ? addressTest(options.allowFrom) : () => true;
  const waitOf = openOnFailure(
    options.rateLimit ? perMinuteLimit(options.rateLimit.perMinute) : () => null,
    (error) => strapi.log.error(`article-receiver: the rate limit failed: ${explain(error)}`),
  );

  return {
    methodNotAllowed(ctx: Context): void {
      ctx.set('Allow', 'POST');
      refuse(ctx, 405, 'MethodNotAllowedError', 'deliveries are sent with POST');
    },

    /** Takes a delivery. The order of the checks is the contract's: nothing is read before the token. */
    async receive(ctx: Context): Promise<void> {
      // Before the token, so that an outsider learns nothing about any token.
      if (!isAllowed(clientAddress(ctx))) {
        return refuse(ctx, 403, 'ForbiddenError', 'this address may not deliver');
      }
      const token = await presentedIdentity(ctx);
      if (token === 'unknown') return refuseForNow(ctx, 'the token cannot be checked now');
      if (!token) return refuse(ctx, 401, 'UnauthorizedError', 'the token is missing or not valid');
      const waitS = waitOf(token.name);
      if (waitS !== null) return refuseTooMany(ctx, waitS);
      if (!JSON_TYPE.test(ctx.get('content-type').trim())) {
        const message = 'expected a Content-Type of application/json, in UTF-8';
        return refuse(ctx, 415, 'UnsupportedMediaTypeError', message);
      }
      const release = await budget.reserve(expectedBytes(ctx), options.bodyTimeoutMs);
      if (!release) return refuseForNow(ctx, 'too many deliveries at once; try again later');
      try {
        const read = await readBody(ctx.req, {
          maxBytes: options.maxBodyBytes,
          timeoutMs: options.bodyTimeoutMs,
        });
        if (!read.ok) return refuseBody(ctx, read.fault);
        await keep(ctx, read.bytes, token.name);
      } finally {
        release();
        getService(strapi, 'tokens').used(token, clientAddress(ctx));
      }
    },
  };

  /** Whose token a request presents; `unknown` where the database that knows does not answer. */
  async function presentedIdentity(ctx: Context): Promise<TokenIdentity | 'unknown' | null> {
    const presented = presentedToken(ctx);
    if (!presented) return null;
    try {
      return await getService(strapi, 'tokens').identify(presented);
    } catch (error) {
      strapi.log.error(`article-receiver: a token could not be checked: ${explain(error)}`);
      return 'unknown';
    }
  }

  function expectedBytes(ctx: Context): number {
    const isPlain = ctx.get('content-encoding') === '' && ctx.get('content-length') !== '';
    const declared = isPlain ? Number(ctx.get('content-length')) : options.maxBodyBytes;
    return Math.min(declared || 0, options.maxBodyBytes);
  }

  async function keep(ctx: Context, bytes: Buffer, token: string): Promise<void> {
    let acceptance: Acceptance;
    try {
      acceptance = await accept(strapi, bytes, {
        receivedAt: Date.now(),
        token,
        remoteAddress: clientAddress(ctx).slice(0, 255) || null,
        userAgent: ctx.get('user-agent').slice(0, 1_000) || null,
      });
    } catch (error) {
      strapi.log.error(`article-receiver: a delivery could not be stored: ${explain(error)}`);
      return refuseForNow(ctx, 'the delivery could not be stored; try again later');
    }
    answer(ctx, acceptance);
  }

  function answer(ctx: Context, acceptance: Acceptance): void {
    const { deliveryId, outcome, streamKey } = acceptance.appended;
    if (acceptance.kind === 'quarantined') {
      return refuseQuarantined(ctx, deliveryId, acceptance.fault, acceptance.issues);
    }
    ctx.status = outcome === 'duplicate' ? 200 : 202;
    ctx.body = { data: { deliveryId, outcome } };
    if (outcome === 'accepted') getService(strapi, 'runner').kick(streamKey);
  }

  function refuseQuarantined(
    ctx: Context,
    deliveryId: string,
    fault: 'malformed' | 'invalid',
    issues: Issue[],
  ): void {
    const details = { deliveryId, issues };
    if (fault === 'malformed') {
      return refuse(ctx, 400, 'BadRequestError', 'the body is not valid JSON', details);
    }
    const message = 'the delivery does not say what it is about; it was kept, but is not processed';
    refuse(ctx, 422, 'UnprocessableEntityError', message, details);
  }

  function refuseBody(ctx: Context, fault: Extract<BodyRead, { ok: false }>['fault']): void {
    if (fault === 'aborted') {
      // Nobody is there to read it; the status is for the log.
      ctx.status = 400;
      return;
    }
    const refusals = {
      'too-large': [
        413,
        'PayloadTooLargeError',
        `the body is larger than ${options.maxBodyBytes} bytes (maxBodyBytes)`,
      ],
      'too-slow': [
        408,
        'RequestTimeoutError',
        `the body did not arrive within ${options.bodyTimeoutMs} ms (bodyTimeoutMs)`,
      ],
      'unknown-encoding': [
        415,
        'UnsupportedMediaTypeError',
        'expected a Content-Encoding of identity or gzip',
      ],
    } as const;
    const [status, name, message] = refusals[fault];
    refuse(ctx, status, name, message);
  }

  function refuseForNow(ctx: Context, message: string): void {
    ctx.set('Retry-After', String(RETRY_AFTER_S));
    refuse(ctx, 503, 'ServiceUnavailableError', message);
  }

  function refuseTooMany(ctx: Context, waitS: number): void {
    ctx.set('Retry-After', String(waitS));
    refuse(ctx, 429, 'RateLimitError', 'too many deliveries with this token; try again later');
  }
};
