import { watchDocuments } from '../../../src/plugins/article-receiver/server/src/strapi/watch-documents';
import type { Site } from '../../support/site/site';

const WRITING = new Set(['create', 'update', 'publish', 'unpublish', 'discardDraft', 'delete']);

interface Stumbles {
  left: number | null;
  uid: string;
}

const sites = new WeakMap<object, Stumbles>();

/** Code of a site's that fails once: before or after one of the next things that are done to entries of a type. */
export function stumbling({ strapi }: Site, uid: string) {
  const known = sites.get(strapi);
  const state = known ?? { left: null, uid };
  if (!known) {
    sites.set(strapi, state);
    const perhaps = () => {
      if (state.left === null) return;
      state.left -= 1;
      if (state.left >= 0) return;
      state.left = null;
      throw new Error('The site’s own code failed.');
    };
    watchDocuments(strapi, async (act, next) => {
      if (act.uid !== uid || !WRITING.has(act.action)) return next();
      perhaps();
      const result = await next();
      perhaps();
      return result;
    });
    strapi.db.lifecycles.subscribe({
      models: [uid],
      beforeCreate: perhaps,
      afterCreate: perhaps,
      beforeUpdate: perhaps,
      afterUpdate: perhaps,
      beforeDelete: perhaps,
      afterDelete: perhaps,
    } as never);
  }
  return {
    /** @param count how many are done before that. */
    from(count: number): void {
      state.left = count;
    },
    stop(): void {
      state.left = null;
    },
  };
}
