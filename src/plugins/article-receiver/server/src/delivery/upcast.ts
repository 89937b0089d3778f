/**
 * Later shapes of the feed's body enter here, and only here: each upcaster turns one shape into
 * the next, until the body has the shape that `wire.ts` describes. Stored bodies stay as they
 * arrived and pass through on every read, so a new upcaster also reaches the whole log.
 */
type Upcaster = (body: Record<string, unknown>) => Record<string, unknown>;

/** In the order in which the shapes appeared. The feed has had one shape so far. */
const upcasters: readonly Upcaster[] = [];

/** The body in the shape that the wire schema describes; anything but an object passes unchanged. */
export function upcast(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return upcasters.reduce((shape, next) => next(shape), body as Record<string, unknown>);
}
