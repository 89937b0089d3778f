import { factories } from '@strapi/strapi';
import type { Context } from 'koa';
import { UIDS } from '../content-types/uids';
import { withoutFileUses } from './file-uses';

export default factories.createCoreController(UIDS.mediaAsset as never, {
  async sanitizeOutput(data: unknown, ctx: Context) {
    return withoutFileUses(await super.sanitizeOutput(data, ctx));
  },
});
