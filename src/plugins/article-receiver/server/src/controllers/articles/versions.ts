import type { Core, UID } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type {
  ArticleVersion,
  UsedVersion,
  VersionField,
} from '../../../../shared/articles/articles';
import type { Refusal } from '../../../../shared/decisions/refusals';
import type { Issue } from '../../../../shared/deliveries/deliveries';
import { didYouMean } from '../../../../shared/nearest';
import { putBack, versionOf } from '../../editors/decisions/use-version';
import { mappingOf } from '../../entries/mapping-of';
import { getService } from '../../services/get-service';
import { BodyDropped } from '../../event-log/load-delivery';
import type { StreamDocument } from '../../ledger/streams/documents';
import { ledgerOf } from '../../ledger/ledger';
import { referenceLabels } from '../../views/article/reference-labels';
import { articleAccess, refuseArticle } from '../article-access';
import { administratorName, bodyOf, changedMeanwhile, inputFault } from '../request';

const NONE = 'this article has no such delivery';
const GONE = { reason: 'body-dropped' satisfies Refusal };

const input = z.strictObject({
  /** All that differ, where it is left out. */
  fields: z.array(z.string().max(255)).max(500).optional(),
  /** What stands for the draft's value of fields, as it was shown. */
  seen: z.record(z.string().max(255), z.string().max(255)).optional(),
});

/** Deliveries of an article as versions of it, to go back to. For whoever may change the article. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  /** The article, and what of the delivery differs in fields that whoever asks may change. */
  async function asked(
    ctx: Context,
  ): Promise<{ document: StreamDocument; fields: Omit<VersionField, 'labels'>[] } | null> {
    const { documentId, deliveryId } = ctx.params;
    const [document] = await ledgerOf(strapi).documents.among([String(documentId)]);
    if (!document) return (ctx.notFound(NONE), null);
    const access = articleAccess(strapi, ctx);
    if (!(await access.may('update', document))) {
      await refuseArticle(strapi, ctx, document, 'you may not change this article');
      return null;
    }
    const found = await versionOf(strapi, document.documentId, String(deliveryId)).catch(
      (error: unknown) => {
        if (error instanceof BodyDropped) return 'dropped' as const;
        throw error;
      },
    );
    if (found === 'dropped') return (ctx.gone('retention dropped this body', GONE), null);
    if (found === null) return (ctx.notFound(NONE), null);
    const fields: typeof found = [];
    for (const one of found) {
      if (await access.may('update', document, one.field)) fields.push(one);
    }
    return { document, fields };
  }

  /** Which of the fields that were named articles do not have. */
  function unknownFields(named: readonly string[]): Issue[] {
    const { uid } = mappingOf(strapi);
    const fields = Object.keys(strapi.contentType(uid as UID.ContentType).attributes);
    return named.flatMap((field, index) => {
      if (fields.includes(field)) return [];
      const message = `expected a field of ${uid}, not "${field}"${didYouMean(field, fields)}`;
      return [{ path: `fields.${index}`, message }];
    });
  }

  return {
    /** What would change in the draft. */
    async find(ctx: Context): Promise<void> {
      const version = await asked(ctx);
      if (!version) return;
      const fields: VersionField[] = [];
      for (const one of version.fields) {
        const labels = await referenceLabels(strapi, one.field, [one.value, one.current]);
        fields.push({ ...one, labels });
      }
      const shown = { deliveryId: String(ctx.params.deliveryId), fields };
      ctx.body = { data: shown } satisfies { data: ArticleVersion };
    },

    /** Puts it into the draft. */
    async use(ctx: Context): Promise<void> {
      const parsed = input.safeParse(bodyOf(ctx));
      if (!parsed.success) return inputFault(ctx, parsed.error);
      const version = await asked(ctx);
      if (!version) return;
      const issues = unknownFields(parsed.data.fields ?? []);
      if (issues[0]) return ctx.badRequest(`${issues[0].path}: ${issues[0].message}`, { issues });
      const wanted = version.fields
        .map(({ field }) => field)
        .filter((field) => parsed.data.fields?.includes(field) ?? true);
      const { documentId } = version.document;
      const deliveryId = String(ctx.params.deliveryId);
      const by = administratorName(ctx);
      const { seen } = parsed.data;
      const written = await putBack(strapi, { documentId, deliveryId, fields: wanted, seen }, by);
      if (!written) return void ctx.notFound(NONE);
      if ('changed' in written) return changedMeanwhile(ctx, written.changed);
      getService(strapi, 'runner').kick();
      const data = { deliveryId, fields: written.fields };
      ctx.body = { data } satisfies { data: UsedVersion };
    },
  };
};
