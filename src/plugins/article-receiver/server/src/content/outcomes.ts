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
