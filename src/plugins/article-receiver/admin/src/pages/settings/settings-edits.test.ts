import type { Settings } from '../../../../shared/settings/settings';
import {
  MAIL,
  NO_EDITS,
  withEdit,
  withEdits,
  without,
  withMail,
  withWords,
} from './settings-edits';

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

describe('what was changed of who is told of what', () => {
  const mailTo = (mail: Settings['alerts']['mail']) => ({ ...settings, alerts: { mail } });
  const before = mailTo({ to: [1, 'desk@example.com'], states: ['failed', 'parked'] });
  const ours = withMail(NO_EDITS, { failed: false, 2: true });

  it('leaves the alerts and the recipients that others chose since', () => {
    const later = mailTo({ to: [1, 3], states: ['failed', 'suggestion'] });
    expect(withEdits(later, ours).alerts.mail).toEqual({ to: [1, 3, 2], states: ['suggestion'] });
  });

  it('takes a recipient away, and puts addresses in the place of others', () => {
    const edits = withMail(NO_EDITS, { 1: false, addresses: ['chief@example.com'] });
    const { mail } = withEdits(before, edits).alerts;
    expect(mail).toEqual({ to: ['chief@example.com'], states: ['failed', 'parked'] });
  });

  it('is nothing where a colleague has switched the mail off', () => {
    expect(withEdits(mailTo(null), ours).alerts.mail).toBeNull();
  });

  it('begins with all alerts where it is switched on, and is as it was where that was undone', () => {
    const off = withMail(ours, { isOn: false });
    expect(withEdits(before, off).alerts.mail).toBeNull();
    const on = withMail(off, { isOn: true });
    expect(withEdits(before, on).alerts.mail).toEqual({
      to: [1, 'desk@example.com', 2],
      states: ['parked'],
    });
    const { mail } = withEdits(mailTo(null), withMail(NO_EDITS, { isOn: true })).alerts;
    expect(mail).toMatchObject({ to: [] });
    expect(mail?.states).toHaveLength(6);
  });

  it('is no longer to be saved once it was; what was changed meanwhile is', () => {
    const now = withMail(ours, { failed: true });
    expect([...without(now, ours)]).toEqual([[MAIL, { failed: true }]]);
  });
});
