import type { StreamState } from '../projection/article/stream-state';

/** The state of a stream whose waiting publication is not to go out. */
export const withoutPublication = (stream: StreamState): StreamState => ({
  ...stream,
  hold: null,
  publishedEffect: 'publish',
  publishedFingerprint: (stream.hold ?? stream.refused)?.fingerprint ?? stream.publishedFingerprint,
  wordPosition: (stream.hold ?? stream.refused)?.position ?? stream.wordPosition,
});
