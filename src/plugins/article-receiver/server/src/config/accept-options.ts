import { z } from 'zod';

const identifiers = z.array(z.string().trim().min(1).max(255)).min(1);

/** What is wrong with the two options that say which organizations are accepted, where both do. */
const FAULTS = [
  ['pin', 'expected "none" where orgIds says which organizations are accepted'],
  ['orgIds', 'expected none where pin says that the first one is remembered'],
] as const;

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
  .superRefine(({ orgIds, pin }, context) => {
    if (orgIds === undefined || pin === 'none') return;
    // Of both: where one of them is stored, it is the other that the config files set.
    for (const [name, message] of FAULTS) {
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });
