import type { Site } from '../support/site/site';

/** What retention takes: superseded bodies, images that are files, and what was discarded. */
export const AGED = ['bodies', 'pictures', 'discarded'] as const;
export type Aged = (typeof AGED)[number];

const YEAR_MS = 365 * 24 * 60 * 60_000;

interface Retention {
  run(holdMs?: number): Promise<void>;
}

/** Lets all of something be a year old, and has retention take what it may of that. */
export async function age({ strapi }: Site, what: Aged): Promise<void> {
  const then = Date.now() - YEAR_MS;
  const rows = (name: string) => strapi.db.query(`plugin::article-receiver.${name}`);
  if (what === 'bodies') await rows('log').updateMany({ data: { receivedAt: then } });
  else if (what === 'pictures') await rows('blob').updateMany({ data: { storedAt: then } });
  else {
    const where = { discardedAt: { $notNull: true } };
    await rows('delivery').updateMany({ where, data: { discardedAt: then } });
  }
  await strapi.plugin('article-receiver').service<Retention>('retention').run(0);
}
