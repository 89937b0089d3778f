import type { StreamState } from '../projection/article/stream-state';

/**
 * The state of a stream whose waiting publication is not to go out, or whose article is not to be taken offline:
 * that word counts as carried out.
 */
export function withoutPublication(stream: StreamState): StreamState {
  const { hold, refused } = stream;
  const waiting = hold ?? refused;
  const isOffline = hold === null && refused?.isOffline === true;
  return {
    ...stream,
    hold: null,
    publishedEffect: isOffline ? 'unpublish' : 'publish',
    publishedFingerprint: waiting?.fingerprint ?? stream.publishedFingerprint,
    wordPosition: waiting?.position ?? stream.wordPosition,
    heededPosition: waiting?.position ?? stream.heededPosition,
  };
}
