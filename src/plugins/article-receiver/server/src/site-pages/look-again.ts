import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { ledgerOf } from '../ledger/ledger';
import { isInAnotherPart } from '../text/web-page/page-faults';

/** Pages that are read at a time. */
const BATCH = 500;

/**
 * Has pages looked at again that lack something which the site does not want any more: they would be called wrong for
 * hours, or for good where nobody looks at them by now.
 */
export async function lookAgainAtOtherParts(
  strapi: Core.Strapi,
  { checks: { parts } }: Pick<Options, 'checks'>,
): Promise<void> {
  const { pages } = ledgerOf(strapi);
  for (let before: number | null = null; ;) {
    const wrong = await pages.wrong({ before, limit: BATCH });
    for (const page of wrong) {
      if (page.issues?.some((issue) => isInAnotherPart(issue, parts)))
        await pages.lookAgain(page, Date.now());
    }
    const last = wrong.at(-1);
    if (!last || wrong.length < BATCH) return;
    before = last.id;
  }
}
