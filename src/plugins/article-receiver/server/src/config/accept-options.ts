import { z } from 'zod';

const identifiers = z.array(z.string().trim().min(1).max(255)).min(1);

/** Whose deliveries are taken in. What breaks a rule is kept, in quarantine, with the reason. */
export const acceptSchema = z
  .strictObject({
    /** Only deliveries of these organizations (`orgId`). */
    orgIds: identifiers.optional(),
    /** Only deliveries whose campaign belongs to one of these websites (`websiteId`). */
    websiteIds: identifiers.optional(),
    /**
     * `first-use` remembers the organization of the first usable delivery that arrives from then
     * on, and takes no other's afterwards. To change over to another one, name it in `orgIds`.
     */
    pin: z.enum(['none', 'first-use']).default('none'),
  })
  .refine(({ orgIds, pin }) => orgIds === undefined || pin === 'none', {
    path: ['pin'],
    message: 'expected "none" where orgIds says which organizations are accepted',
  });
