import type { Site } from '../support/site/site';

/** Deletes an entry that somebody finds by its name. @returns whether it was there. */
export async function deleteEntry(
  { strapi }: Site,
  uid: string,
  filters: object,
): Promise<boolean> {
  const entries = strapi.documents(uid as never);
  const found: { documentId: string } | null = await entries.findFirst({ filters } as never);
  if (found) await entries.delete({ documentId: found.documentId });
  return found !== null;
}
