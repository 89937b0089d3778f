import type { Settings } from '../../../../shared/settings/settings';
import { NO_EDITS, withEdit, withEdits, without, withWords } from './settings-edits';

const saved = { rateLimit: null, accept: { orgIds: null, websiteIds: null } };
const settings = saved as unknown as Settings;

describe('what was changed in the form of the settings', () => {
  it('is put onto whatever the settings are by then', () => {
    const edits = withEdit(NO_EDITS, 'accept.websiteIds', ['site_1']);
    const later = { ...settings, rateLimit: { perMinute: 5 } };
    expect(withEdits(later, edits)).toEqual({
      rateLimit: { perMinute: 5 },
      accept: { orgIds: null, websiteIds: ['site_1'] },
    });
  });

  it('is no longer to be saved once it was, unless it was changed again meanwhile', () => {
    const sent = withEdit(withEdit(NO_EDITS, 'rateLimit', { perMinute: 5 }), 'allowFrom', ['::1']);
    const now = withEdit(withEdit(sent, 'allowFrom', ['::2']), 'editorEdits', 'overwrite');
    expect([...without(now, sent)]).toEqual([
      ['allowFrom', ['::2']],
      ['editorEdits', 'overwrite'],
    ]);
    expect(without(sent, sent).size).toBe(0);
  });
});

describe('words that were changed in a table of the settings', () => {
  const table = (statusMap: Settings['statusMap']) => ({ ...settings, statusMap });
  const ours = withWords(NO_EDITS, 'statusMap', { ready: 'publish', old: null });

  it('leave there what was decided elsewhere since', () => {
    const later = table({ old: 'draft', in_print: 'ignore' });
    expect(withEdits(later, ours).statusMap).toEqual({ ready: 'publish', in_print: 'ignore' });
  });

  it('are no longer to be saved once they were; those that were changed meanwhile are', () => {
    const now = withWords(ours, 'statusMap', { old: 'draft', held: 'ignore' });
    expect([...without(now, ours)]).toEqual([['statusMap', { old: 'draft', held: 'ignore' }]]);
    expect(without(ours, ours).size).toBe(0);
  });
});
