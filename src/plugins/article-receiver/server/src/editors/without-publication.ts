import type { StreamState } from '../projection/article/stream-state';

/** The state of a stream whose waiting publication is not to go out; or which is not to be taken offline. */
export const withoutPublication = (stream: StreamState): StreamState => ({
  ...stream,
  hold: null,
  publishedEffect: stream.hold === null && stream.refused?.isOffline ? 'unpublish' : 'publish',
  publishedFingerprint: (stream.hold ?? stream.refused)?.fingerprint ?? stream.publishedFingerprint,
  wordPosition: (stream.hold ?? stream.refused)?.position ?? stream.wordPosition,
  heededPosition: (stream.hold ?? stream.refused)?.position ?? stream.heededPosition,
});
