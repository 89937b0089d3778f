import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { recordOf } from '../../../shared/records';
import { readReason, toldReason } from '../../../shared/deliveries/reasons';
import type { TestDelivery, TestStep } from '../../../shared/settings/settings';
import { wordTestDetail, type TestDetailCode } from '../../../shared/settings/test-steps';
import type { Placeholders } from '../../../shared/wording';
import { makeTestDelivery, testTokenName } from '../read-delivery/test-delivery';
import sharp from '../images/sharp';
import { webhookPath } from '../receive/webhook-path';
import type { DeliveryRow } from '../ledger/deliveries/delivery-row';
import { ledgerOf } from '../ledger/ledger';
import { draftOf } from '../views/article/stream-draft';
import { summariesOf } from '../views/deliveries/delivery-summary';
import { callSelf, messageOf, type OwnAnswer } from './call-self';
import { getService } from './get-service';

/** How long the whole test may take, in milliseconds. */
const PATIENCE_MS = 30_000;
const LOOK_MS = 100;
const TOKEN_LIFE_MS = 5 * 60_000;

/** What happened at a step. */
interface Happened {
  code: TestDetailCode;
  values?: Placeholders;
  reason?: TestStep['reason'];
}

type Step = (name: TestStep['name'], ok: boolean, happened: Happened) => void;

/** A step that did not come out well ends the test. */
class Failed extends Error {}

/**
 * Sends a made-up delivery through the site's own webhook, over HTTP and with a token of its own,
 * and follows it until its article is there.
 */
export async function sendTestDelivery(strapi: Core.Strapi): Promise<TestDelivery> {
  const startedAt = performance.now();
  const now = Date.now();
  const id = randomBytes(12).toString('hex');
  const test: TestDelivery = { steps: [], deliveryId: null, documentId: null };
  const step: Step = (name, ok, { code, values = {}, reason = null }) => {
    const words = wordTestDetail(code, values);
    const detail = reason?.reason ? `${words} ${reason.reason}` : words;
    const ms = Math.round(performance.now() - startedAt);
    test.steps.push({ name, ok, detail, code, values, reason, ms });
    if (!ok) throw new Failed(detail);
  };
  const tokens = getService(strapi, 'tokens');
  const token = await tokens.createForTest(testTokenName(id), now + TOKEN_LIFE_MS);
  try {
    const body = JSON.stringify(makeTestDelivery(id, now, await picture()));
    const path = `${webhookPath(strapi)}/${token.token}`;
    const answer = await callSelf(strapi, { method: 'POST', path, body }).catch(
      (error: Error) => error.message,
    );
    if (typeof answer === 'string') {
      return (void step('sent', false, { code: 'unreachable', values: { why: answer } }), test);
    }
    const sent = { bytes: Buffer.byteLength(body), path: webhookPath(strapi) };
    step('sent', true, { code: 'sent', values: sent });
    step('acknowledged', answer.status === 202, answered(answer));
    test.deliveryId = deliveryIdOf(answer);
    const row = await ledgerOf(strapi).deliveries.find(test.deliveryId ?? '');
    step('logged', row !== null, { code: row ? 'logged' : 'notLogged' });
    const settled = await untilSettled(strapi, test.deliveryId ?? '', startedAt);
    step('projected', settled?.state === 'applied', outcomeOf(settled));
    test.documentId = await entryOf(strapi, settled, step);
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
  } finally {
    await tokens.removeForTest(token.id ?? '');
  }
  return test;
}

/** One colour and some noise: an image that nothing else on the site has. */
const picture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 320,
      height: 180,
      channels: 3,
      background: `#${randomBytes(3).toString('hex')}`,
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .png()
    .toBuffer();

function deliveryIdOf({ json }: OwnAnswer): string | null {
  const { deliveryId } = recordOf(recordOf(json).data);
  return typeof deliveryId === 'string' ? deliveryId : null;
}

function answered(answer: OwnAnswer): Happened {
  const { status } = answer;
  const message = messageOf(answer);
  if (status === 403) return { code: 'notAllowed', values: { status } };
  if (message === null) return { code: 'answered', values: { status } };
  return { code: 'answeredWith', values: { status, message } };
}

async function untilSettled(
  strapi: Core.Strapi,
  deliveryId: string,
  startedAt: number,
): Promise<DeliveryRow | null> {
  for (;;) {
    const row = await ledgerOf(strapi).deliveries.find(deliveryId);
    if (row?.state !== 'pending' || performance.now() - startedAt > PATIENCE_MS) return row;
    await sleep(LOOK_MS);
  }
}

function outcomeOf(row: DeliveryRow | null): Happened {
  if (!row) return { code: 'lost' };
  if (row.state === 'applied') return { code: 'made' };
  if (row.state === 'pending') {
    return { code: 'stillWaiting', values: { seconds: PATIENCE_MS / 1_000 } };
  }
  const reason = readReason(row);
  return {
    code: 'notMade',
    values: { state: row.state },
    reason: reason && toldReason(reason),
  };
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

async function entryOf(
  strapi: Core.Strapi,
  row: DeliveryRow | null,
  step: Step,
): Promise<string | null> {
  const [summary] = row ? await summariesOf(strapi, [row]) : [];
  const documentId = summary?.documentId ?? null;
  const found = row?.streamKey ? await draftOf(strapi, row.streamKey) : null;
  const draft = found?.draft;
  // A mapping of the site's own may take no picture.
  const pictures = Object.entries(found?.mapping.shapes ?? {}).filter(
    ([, s]) => s.kind === 'media',
  );
  const hasPicture = draft && pictures.every(([field]) => !isEmpty(draft[field]));
  const code = hasPicture ? 'entry' : draft ? 'noPicture' : 'noEntry';
  step('entry', Boolean(hasPicture), { code });
  return documentId;
}
