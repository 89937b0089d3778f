import { wordReason, type Reason } from '../../../shared/deliveries/reasons';

/** A fault of which we know what to say. */
export class Reasoned extends Error {
  override readonly name = 'Reasoned';

  constructor(readonly reason: Reason) {
    super(wordReason(reason));
  }
}

/** Somebody else is at work on the same thing: nothing failed, try again in a moment. */
export class Busy extends Error {
  override readonly name = 'Busy';
}

/** The stream changed while it was being projected: start over with what is there now. */
export class StreamMoved extends Error {
  override readonly name = 'StreamMoved';
}

/** The site is stopping: the next start goes on from here. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** The article shows what it should, but older deliveries of it could not be put in place. */
export class PartlyFailed extends Error {
  override readonly name = 'PartlyFailed';

  /** @param faults what went wrong, by the position of the delivery. */
  constructor(readonly faults: ReadonlyMap<number, unknown>) {
    super(`${faults.size} older deliveries could not be put in place`);
  }
}
