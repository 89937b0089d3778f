import { slugLock } from '../database/locks';
import { isSlugTaken } from '../entries/entry-slugs';
import { Busy, PartlyFailed, Stopped, StreamMoved } from '../faults/outcomes';
import { ledgerOf } from '../ledger/ledger';
import { alsoAskedFor, wasAskedFor, type AskedFor } from '../projection/addresses/asked-for';
import { nextSlug } from '../projection/addresses/slug';
import type { StreamState } from '../projection/article/stream-state';
import type { PlacedStream } from '../article-content/place-stream';
import { checkpoint } from '../run-context/run-context';
import { InTheWay } from '../write/slugs/precedence';
import type { Asker } from '../write/slugs/slug-askers';
import { explain } from '../faults/explain';

/**
 * The locks for all slugs that a projection depends on: those that the article is to have, the one that it
 * leaves, and those that the feed gave it before. Nobody else may find them free, or take them, meanwhile.
 * @param state null before its first projection.
 */
export function slugLocks(
  { stream, desired, contents }: PlacedStream,
  state: StreamState | null,
): string[] {
  const shown = [desired.draft, desired.publication?.position, desired.instead?.position];
  const asked = shown.map((position) => contents.get(position ?? NaN)?.slug);
  const slugs = [...asked, state?.slug, ...stream.map(({ slug }) => slug)];
  return [...new Set(slugs.flatMap((slug) => (slug ? [slugLock('article', slug)] : [])))];
}

/** How one projection has other articles make way for slugs. */
export interface Asking {
  /** Whether another article may be asked for a slug. */
  mayAsk(slug: string, streamKey: string): boolean;
  /** Writes the article; where others hold its slugs, again once they were asked to make way. */
  onceFree<Result>(write: () => Promise<Result>): Promise<Result>;
}

interface Others {
  /** The slugs for which others were asked before, in vain; null where that is to be tried again. */
  known: AskedFor | null;
  /** Projects another stream, with another slug. */
  project(streamKey: string, slug: string): Promise<unknown>;
}

/**
 * Has articles that were never published take other slugs, because this one is to be published by theirs.
 * Each is asked once: whatever keeps it from making way would do so again.
 */
export function createAsking(placed: PlacedStream, { known, project }: Others): Asking {
  const { streamKey, locale, desired, run } = placed;
  const { strapi, mapping } = run;
  const deciding = { draft: desired.draft, publication: desired.publication?.position ?? null };
  const asked = new Set<string>();

  async function ask({ slug, other }: InTheWay): Promise<void> {
    asked.add(`${slug} ${other.id}`);
    const { streams } = ledgerOf(strapi);
    const before = (await streams.read(streamKey))?.askedFor ?? null;
    // Recorded first, so that it is known even if asking fails.
    await streams.askFor(streamKey, alsoAskedFor(before, deciding, slug));
    await moveAside(other).catch((error: unknown) => {
      if (error instanceof Stopped || error instanceof Busy || error instanceof StreamMoved)
        throw error;
      // A fault of the other article must not keep this one from being published.
      strapi.log.warn(
        `article-receiver: an article did not make way for a slug: ${explain(error)}`,
      );
    });
  }

  /** A number that is free may be somebody else's before the article has it: then it stays, and gets the next one. */
  async function moveAside({ id, documentId, desired: wanted }: Asker): Promise<void> {
    const isTakenBut = (own: string | null) => (candidate: string) =>
      isSlugTaken(strapi, { mapping, locale }, candidate, own);
    let aside: string;
    do {
      checkpoint();
      aside = await nextSlug(wanted, isTakenBut(null), mapping.longestSlug);
      await project(id, aside).catch((error: unknown) => {
        // The article is as it should be; older deliveries are the runner's.
        if (!(error instanceof PartlyFailed)) throw error;
      });
    } while (await isTakenBut(documentId)(aside));
  }

  async function onceFree<Result>(write: () => Promise<Result>): Promise<Result> {
    for (;;) {
      checkpoint();
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof InTheWay)) throw error;
        await ask(error);
      }
    }
  }

  const mayAsk = (slug: string, other: string) =>
    !asked.has(`${slug} ${other}`) && !wasAskedFor(known, deciding, slug);
  return { mayAsk, onceFree };
}
