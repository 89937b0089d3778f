import { isRecord } from '../../../shared/records';

/**
 * Later shapes of the feed's body enter here, and only here: each upcaster turns one shape into
 * the next older one that the code knows, until the body has the shape that `wire.ts` describes.
 * Stored bodies stay as they arrived and pass through on every read, so a new upcaster also
 * reaches the whole log: what is in quarantine for its shape can be redriven.
 *
 * An upcaster is pure, recognises its shape by what only that shape has, gives everything else
 * back as it is, and never throws: a body can hold anything. `upcast.test.ts` has one as an example.
 */
export type Upcaster = (body: Record<string, unknown>) => Record<string, unknown>;

/** The newest shape first. The feed has had one shape so far, 1.0. */
const UPCASTERS: readonly Upcaster[] = [];

/** The body in the shape that the wire schema describes; anything but an object passes unchanged. */
export function upcast(body: unknown, upcasters: readonly Upcaster[] = UPCASTERS): unknown {
  if (!isRecord(body)) return body;
  return upcasters.reduce((shape, next) => next(shape), body);
}
