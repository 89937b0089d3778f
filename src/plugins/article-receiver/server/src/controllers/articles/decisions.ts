import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { DecisionPage, UndoneDecision } from '../../../../shared/decisions/decisions';
import type { DecisionRow } from '../../ledger/people/decisions';
import { ledgerOf } from '../../ledger/ledger';
import { PERMISSIONS } from '../../permissions';
import { undo } from '../../run/by-hand/undo';
import { getService } from '../../services/get-service';
import { decisionsFor } from '../../views/article/decisions';
import { articleAccess } from '../article-access';
import { abilityOf, administratorName, beforeQuery, inputFault, refuse, rowId } from '../request';

/** What people decided, and taking it back. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  /** Who may decide may take it back. */
  async function mayUndo(ctx: Context, { kind, streamKey, subject }: DecisionRow) {
    if (kind === 'delivery') return abilityOf(ctx)?.can(PERMISSIONS.redrive) ?? false;
    const document = (await ledgerOf(strapi).documents.of([streamKey ?? ''])).get(streamKey ?? '');
    if (!document) return false;
    const access = articleAccess(strapi, ctx);
    return kind === 'publication'
      ? access.may('publish', document)
      : access.may('update', document, subject ?? '');
  }

  return {
    /** `?before=…`: what was decided, by whom and when, newest first. */
    async find(ctx: Context): Promise<void> {
      const parsed = beforeQuery.safeParse(ctx.query);
      if (!parsed.success) return inputFault(ctx, parsed.error);
      const { before = null, pageSize } = parsed.data;
      const { allowed, fieldsOf } = articleAccess(strapi, ctx);
      const ability = abilityOf(ctx);
      const looker = {
        readsLog: ability?.can(PERMISSIONS.read) ?? false,
        acts: ability?.can(PERMISSIONS.redrive) ?? false,
        allowed,
        fieldsOf,
      };
      ctx.body = (await decisionsFor(strapi, looker, { before, pageSize })) satisfies DecisionPage;
    },

    async undo(ctx: Context): Promise<void> {
      const decision = await ledgerOf(strapi).decisions.find(rowId(ctx.params.id));
      if (!decision) return void ctx.notFound('there is no decision with this id');
      if (!(await mayUndo(ctx, decision))) {
        return void ctx.forbidden('you may not decide about this');
      }
      const streamKey = await undo(strapi, decision, administratorName(ctx));
      if (streamKey === null) {
        return refuse(ctx, 'not-undoable', 'this cannot be taken back any more');
      }
      getService(strapi, 'runner').kick(streamKey);
      ctx.status = 202;
      ctx.body = { data: { id: decision.id } } satisfies { data: UndoneDecision };
    },
  };
};
