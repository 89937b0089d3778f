import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { recordOf } from '../../../shared/records';
import { readReason, wordReason } from '../../../shared/reasons';
import type { TestDelivery, TestStep } from '../../../shared/settings';
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

/** A step that did not come out well ends the test. */
class Failed extends Error {}

/**
 * Sends a made-up delivery through the site's own webhook, over HTTP and with a token of its own,
 * and follows it until its article is there.
 */
export async function sendTestDelivery(strapi: Core.Strapi): Promise<TestDelivery> {
  const startedAt = Date.now();
  const id = randomBytes(12).toString('hex');
  const test: TestDelivery = { steps: [], deliveryId: null, documentId: null };
  const step = (name: TestStep['name'], ok: boolean, detail: string): void => {
    test.steps.push({ name, ok, detail, ms: Date.now() - startedAt });
    if (!ok) throw new Failed(detail);
  };
  const tokens = getService(strapi, 'tokens');
  const token = await tokens.createForTest(testTokenName(id), startedAt + TOKEN_LIFE_MS);
  try {
    const body = JSON.stringify(makeTestDelivery(id, startedAt, await picture()));
    const path = `${webhookPath(strapi)}/${token.token}`;
    const answer = await callSelf(strapi, { method: 'POST', path, body }).catch(
      (error: Error) => error.message,
    );
    if (typeof answer === 'string') return (void step('sent', false, answer), test);
    step('sent', true, `${Buffer.byteLength(body)} bytes to ${webhookPath(strapi)}`);
    step('acknowledged', answer.status === 202, describe(answer));
    test.deliveryId = deliveryIdOf(answer);
    const row = await ledgerOf(strapi).deliveries.find(test.deliveryId ?? '');
    step('logged', row !== null, row ? 'It is in the event log.' : 'It is not in the event log.');
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

function describe(answer: OwnAnswer): string {
  const { status } = answer;
  const message = messageOf(answer);
  if (status === 403) {
    return `The webhook answered 403: ${message}. The site's own address is not in allowFrom.`;
  }
  return `The webhook answered ${status}${message ? `: ${message}` : ''}.`;
}

async function untilSettled(
  strapi: Core.Strapi,
  deliveryId: string,
  startedAt: number,
): Promise<DeliveryRow | null> {
  for (;;) {
    const row = await ledgerOf(strapi).deliveries.find(deliveryId);
    if (row?.state !== 'pending' || Date.now() - startedAt > PATIENCE_MS) return row;
    await sleep(LOOK_MS);
  }
}

function outcomeOf(row: DeliveryRow | null): string {
  if (!row) return 'It is not in the event log any more.';
  if (row.state === 'applied') return 'The article was made from it.';
  if (row.state === 'pending') return `It was still waiting after ${PATIENCE_MS / 1_000} seconds.`;
  const reason = readReason(row);
  return `It is ${row.state}${reason ? `: ${wordReason(reason)}` : '.'}`;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);

async function entryOf(
  strapi: Core.Strapi,
  row: DeliveryRow | null,
  step: (name: 'entry', ok: boolean, detail: string) => void,
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
  const detail = hasPicture
    ? 'The draft is in the Content Manager, its picture in the Media Library.'
    : draft
      ? 'The draft is in the Content Manager, but its picture is missing.'
      : 'There is no entry in the Content Manager.';
  step('entry', Boolean(hasPicture), detail);
  return documentId;
}
