import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type {
  DecidedWord,
  DecisionResult,
  WaitingWord,
} from '../../../../shared/deliveries/deliveries';
import { EFFECTS } from '../../../../shared/settings/settings';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { ledgerOf } from '../../ledger/ledger';
import { PERMISSIONS } from '../../permissions';
import { decideWord } from '../../run/by-hand/decide-word';
import { getService } from '../../services/get-service';
import { waitingWords } from '../../views/deliveries/pending-decisions';
import { abilityOf, administratorName, bodyOf, inputFault, refuse } from '../request';

const MAX = 100;
const deliveryId = z.string().min(1).max(255);
const locale = z.string().min(1).max(50);
const EXPECTED = `expected an effect (${EFFECTS.join(', ')}), or the locale for a language`;

const input = z.union(
  [z.strictObject({ effect: z.enum(EFFECTS) }), z.strictObject({ locale })],
  EXPECTED,
);

const manyInput = z.strictObject({
  decisions: z
    .array(
      z.union(
        [
          z.strictObject({ deliveryId, effect: z.enum(EFFECTS) }),
          z.strictObject({ deliveryId, locale }),
        ],
        EXPECTED,
      ),
    )
    .min(1)
    .max(MAX),
});

const query = z.object({
  ids: z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
    .pipe(z.array(deliveryId).min(1).max(MAX)),
});

/** Decides on the words because of which deliveries are parked: a status, or a language. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  /** Whether whoever asks may; answers 403 where not. */
  function mayDecide(ctx: Context): boolean {
    if (abilityOf(ctx)?.can(PERMISSIONS.configure)) return true;
    const message = 'deciding on a word changes the settings, which you may not';
    ctx.forbidden(message, { permission: PERMISSIONS.configure });
    return false;
  }

  return {
    async decide(ctx: Context): Promise<void> {
      if (!mayDecide(ctx)) return;
      const parsed = input.safeParse(bodyOf(ctx));
      if (!parsed.success) return inputFault(ctx, parsed.error);
      const row = await ledgerOf(strapi).deliveries.find(String(ctx.params.deliveryId));
      if (!row) return void ctx.notFound('there is no delivery with this id');
      const decision = await decideWord(strapi, row, parsed.data, administratorName(ctx));
      if (!decision.ok) return refuse(ctx, 'word-refused', decision.reason);
      getService(strapi, 'runner').kick();
      ctx.status = 202;
      ctx.body = decision.result satisfies DecisionResult;
    },

    /** `?ids=a,b`: the words that these deliveries wait for. */
    async find(ctx: Context): Promise<void> {
      const parsed = query.safeParse(ctx.query);
      if (!parsed.success) return inputFault(ctx, parsed.error);
      const rows: DeliveryRow[] = [];
      for (const id of parsed.data.ids) {
        const row = await ledgerOf(strapi).deliveries.find(id);
        if (row) rows.push(row);
      }
      const results = await waitingWords(strapi, rows);
      ctx.body = { results } satisfies { results: WaitingWord[] };
    },

    /** On the words of several, each named by one delivery that waits for it. */
    async decideMany(ctx: Context): Promise<void> {
      if (!mayDecide(ctx)) return;
      const parsed = manyInput.safeParse(bodyOf(ctx));
      if (!parsed.success) return inputFault(ctx, parsed.error);
      const results: DecidedWord[] = [];
      const name = administratorName(ctx);
      for (const { deliveryId: id, ...decision } of parsed.data.decisions) {
        const row = await ledgerOf(strapi).deliveries.find(id);
        const made = row && (await decideWord(strapi, row, decision, name));
        if (made?.ok) results.push({ deliveryId: id, result: made.result });
        else {
          results.push({
            deliveryId: id,
            reason: made?.reason ?? 'there is no delivery with this id',
          });
        }
      }
      getService(strapi, 'runner').kick();
      ctx.body = { results } satisfies { results: DecidedWord[] };
    },
  };
};
