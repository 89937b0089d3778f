import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { ChangedMeanwhile } from '../../../../shared/articles/articles';
import { readOpened } from '../../../../shared/articles/opened';
import { ledgerOf } from '../../ledger/ledger';
import { changedMeanwhile } from '../../views/article/changed-meanwhile';
import { articleAccess, refuseArticle } from '../article-access';
import { inputFault, time } from '../request';

/** As the header of an open form says it: `TIME;title=TIME`. */
const since = z.string().transform((value, context) => {
  const opened = z
    .object({ at: time, fields: z.record(z.string(), time) })
    .safeParse(readOpened(value));
  if (!opened.success) {
    const message = 'expected a time like 2026-09-14T10:00:00.000Z';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  const { at, fields } = opened.data;
  return {
    openedAt: Date.parse(at),
    fieldsSeenAt: Object.fromEntries(
      Object.entries(fields).map(([field, seen]) => [field, Date.parse(seen)]),
    ),
  };
});

const query = z.object({
  since,
  locale: z.string().min(1).max(50).optional(),
});

/** For forms that are open while the service goes on. */
export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `?since=…&locale=…`: what the service changed since. For whoever may change the article. */
  async changes(ctx: Context): Promise<void> {
    const parsed = query.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const documentId = String(ctx.params.documentId);
    const [document] = await ledgerOf(strapi).documents.among([documentId]);
    if (!document) return void ctx.notFound('this article did not come from the feed');
    const access = articleAccess(strapi, ctx);
    if (!(await access.may('update', document))) {
      return refuseArticle(strapi, ctx, document, 'you may not change this article');
    }
    const mayChange = await access.fieldsOf('update', [document]);
    const { since: seen, locale } = parsed.data;
    const changed = await changedMeanwhile(strapi, {
      documentId,
      seen,
      ...(locale === undefined ? {} : { locale }),
      maySee: (field) => mayChange(documentId, field),
    });
    if (!changed) return void ctx.notFound('this article did not come from the feed');
    ctx.body = { data: changed } satisfies { data: ChangedMeanwhile };
  },
});
