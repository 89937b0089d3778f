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

/**
 * The locks for the slugs that the article is to have, for the one that it leaves, and for those that the
 * feed gave it before, which it lists while no other has them: nobody else may find them free, or take
 * them, meanwhile.
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

/** Whom an article asks to make way in one projection. */
export interface Asking {
  /** Whether another article may be asked for a slug. */
  mayAsk(slug: string, streamKey: string): boolean;
  /** Writes the article, again once those that are in its way were asked. */
  onceFree<Result>(write: () => Promise<Result>): Promise<Result>;
}

interface Others {
  /** For which slugs they were asked before, where that was in vain as far as is known. */
  known: AskedFor | null;
  /** Projects another stream, with another slug. */
  project(streamKey: string, slug: string): Promise<unknown>;
}

/**
 * Has articles that nobody knows yet take other slugs, because readers are to know this one by theirs.
 * Each is asked once: what keeps it from making way, or this one from taking the slug, would do so again.
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
    // First of all, so that it is known whatever happens then.
    await streams.askFor(streamKey, alsoAskedFor(before, deciding, slug));
    const isTaken = (candidate: string) =>
      isSlugTaken(strapi, { mapping, locale }, candidate, null);
    const aside = await nextSlug(other.desired, isTaken, mapping.longestSlug);
    await project(other.id, aside).catch((error: unknown) => {
      if (error instanceof Stopped || error instanceof Busy || error instanceof StreamMoved)
        throw error;
      if (error instanceof PartlyFailed) return;
      // What is wrong with the other article is no reason to keep this one from its readers.
      strapi.log.warn(`article-receiver: an article did not make way for a slug: ${String(error)}`);
    });
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
