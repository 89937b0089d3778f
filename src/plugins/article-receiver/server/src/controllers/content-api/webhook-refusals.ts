import type { Context } from 'koa';
import type { Issue } from '../../../../shared/deliveries/deliveries';
import { isIssue } from '../../../../shared/deliveries/issues';
import type { Options } from '../../config/options';
import { linger, type BodyRead } from '../../receive/receive-body';

/** What a sender is asked to wait before it tries again, in seconds. */
const RETRY_AFTER_S = 10;

/** What is to be mended in the site itself. */
export const READ_BEFORE =
  'a middleware of this site reads the body before the receiver can; it has to pass over requests to the webhook';

/** Answers in the shape of Strapi's own errors. */
export function refuse(
  ctx: Context,
  status: number,
  name: string,
  message: string,
  details = {},
): void {
  ctx.status = status;
  ctx.body = { data: null, error: { status, name, message, details } };
  linger(ctx.req);
}

export function refuseQuarantined(
  ctx: Context,
  deliveryId: string,
  fault: 'malformed' | 'invalid',
  issues: Issue[],
): void {
  const details = { deliveryId, issues: issues.map(({ path, message }) => ({ path, message })) };
  if (fault === 'malformed') {
    return refuse(ctx, 400, 'BadRequestError', 'the body is not valid JSON', details);
  }
  const message = `${whatIsWrong(issues)}; it was kept, but is not processed`;
  refuse(ctx, 422, 'UnprocessableEntityError', message, details);
}

/** Of a delivery with too many values nothing was read, so nobody can say what it lacks. */
function whatIsWrong(issues: readonly Issue[]): string {
  const tooMany = issues.find((issue) => isIssue(issue, 'bodyTooManyValues'));
  return tooMany
    ? `the delivery has more than ${tooMany.values?.max} values, which is as many as are read`
    : 'the delivery does not say what it is about';
}

export function refuseBody(
  ctx: Context,
  fault: Extract<BodyRead, { ok: false }>['fault'],
  { maxBodyBytes, bodyTimeoutMs }: Pick<Options, 'maxBodyBytes' | 'bodyTimeoutMs'>,
): void {
  if (fault === 'aborted') {
    // Nobody is there to read it; the status is for the log.
    ctx.status = 400;
    return;
  }
  const refusals = {
    'too-large': [
      413,
      'PayloadTooLargeError',
      `the body is larger than ${maxBodyBytes} bytes (maxBodyBytes)`,
    ],
    'too-slow': [
      408,
      'RequestTimeoutError',
      `the body did not arrive within ${bodyTimeoutMs} ms (bodyTimeoutMs)`,
    ],
    'unknown-encoding': [
      415,
      'UnsupportedMediaTypeError',
      'expected a Content-Encoding of identity or gzip',
    ],
    'read-before': [500, 'InternalServerError', READ_BEFORE],
  } as const;
  const [status, name, message] = refusals[fault];
  refuse(ctx, status, name, message);
}

export function refuseForNow(ctx: Context, message: string): void {
  ctx.set('Retry-After', String(RETRY_AFTER_S));
  refuse(ctx, 503, 'ServiceUnavailableError', message);
}

export function refuseTooMany(ctx: Context, waitS: number): void {
  ctx.set('Retry-After', String(waitS));
  refuse(ctx, 429, 'RateLimitError', 'too many deliveries with this token; try again later');
}
