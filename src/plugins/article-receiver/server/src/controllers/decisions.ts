import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { DecisionResult } from '../../../shared/deliveries';
import { EFFECTS } from '../../../shared/settings';
import { findDelivery } from '../event-log/deliveries';
import { PERMISSIONS } from '../permissions';
import { decideWord } from '../runner/decide-word';
import { getService } from '../services/get-service';
import { inputFault } from './request';

const input = z.strictObject({ effect: z.enum(EFFECTS) });

interface Ability {
  can(action: string): boolean;
}

/** Decides what a status word does because of which deliveries are parked. */
export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async decide(ctx: Context): Promise<void> {
    const { userAbility } = ctx.state as { userAbility?: Ability };
    if (!userAbility?.can(PERMISSIONS.configure)) {
      const message = 'deciding on a status word changes the settings, which you may not';
      return void ctx.forbidden(message, { permission: PERMISSIONS.configure });
    }
    const parsed = input.safeParse((ctx.request as { body?: unknown }).body ?? {});
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const row = await findDelivery(strapi, String(ctx.params.deliveryId));
    if (!row) return void ctx.notFound('there is no delivery with this id');
    const decision = await decideWord(strapi, row, parsed.data.effect);
    if (!decision.ok) return void ctx.conflict(decision.reason);
    getService(strapi, 'runner').kick();
    ctx.status = 202;
    ctx.body = decision.result satisfies DecisionResult;
  },
});
