import type { Site } from './site';

/** Resolves once everything is settled. @throws Error where slugs change hands without an end. */
export function atRest(site: Site): () => Promise<void> {
  const endless = new Promise<never>((_resolve, reject) => {
    site.strapi.log.on('data', ({ message }: { message?: unknown }) => {
      if (String(message).includes('keep handing slugs')) reject(new Error(String(message)));
    });
  });
  endless.catch(() => undefined);
  return () => Promise.race([site.settle(), endless]);
}
