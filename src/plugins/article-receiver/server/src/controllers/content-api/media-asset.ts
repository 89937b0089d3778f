import { factories } from '@strapi/strapi';
import type { Context } from 'koa';
import { UIDS } from '../../content-types/uids';
import { withoutFileUses } from './file-uses';

export default factories.createCoreController(UIDS.mediaAsset, () => ({
  async find(ctx: Context) {
    return withoutFileUses(await super.find(ctx));
  },

  async findOne(ctx: Context) {
    return withoutFileUses(await super.findOne(ctx));
  },
}));
