import { unmappedReason } from '../../src/plugins/article-receiver/server/src/projection/publication';
import { knownReason } from '../../src/plugins/article-receiver/admin/src/utils/reason';

describe('a reason of the server', () => {
  it('is recognized as the server words it', () => {
    expect(knownReason(unmappedReason('in_translation'))).toEqual({
      id: 'reason.status',
      values: { word: 'in_translation' },
    });
  });

  it('keeps its fields, by their names, and what somebody wrote', () => {
    const hold =
      'Publishing is held: the draft has unpublished changes of an editor (tldr, heroImage).';
    expect(knownReason(hold)?.values).toEqual({ fields: 'Tldr, Hero image' });
    expect(knownReason('Discarded by Olga: no: really')?.values).toEqual({
      name: 'Olga',
      reason: 'no: really',
    });
  });

  it('is shown as it is when nobody translated it', () => {
    expect(knownReason('Something new.')).toBeNull();
  });
});
