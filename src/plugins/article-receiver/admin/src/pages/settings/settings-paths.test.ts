import type { Settings } from '../../../../shared/settings/settings';
import { isFixed, patchOf, valueAt, withValueAt } from './settings-paths';

const settings: Settings = {
  statusMap: { in_review: 'draft', in_translation: 'ignore' },
  languageMap: {},
  publishOnReady: false,
  planned: { time: '09:00', timeZone: 'UTC' },
  editorEdits: 'keep',
  accept: { orgIds: ['org_1'], websiteIds: null, pin: 'none' },
  allowFrom: null,
  rateLimit: null,
  maxBodyBytes: 1024,
  bodyTimeoutMs: 1000,
  images: { maxBytes: 1024, maxPixels: 1, maxFrames: 1, fetchFrom: null },
  retention: { bodiesDays: 30, imagesDays: null, discardedDays: 30, quarantineBytes: 1024 },
  alerts: { mail: null },
  metrics: { enabled: false },
};

describe('a setting by its path', () => {
  it('is read and replaced without touching the others', () => {
    const after = withValueAt(settings, 'accept.orgIds', ['org_2']);
    expect(valueAt(after, 'accept.orgIds')).toEqual(['org_2']);
    expect(valueAt(after, 'accept.pin')).toBe('none');
    expect(valueAt(settings, 'accept.orgIds')).toEqual(['org_1']);
    expect(valueAt(settings, 'rateLimit.perMinute')).toBeUndefined();
  });

  it('is fixed when the configuration sets it, a part of it, or all around it', () => {
    expect(isFixed(['accept'], 'accept.pin')).toBe(true);
    expect(isFixed(['alerts.mail.to'], 'alerts.mail')).toBe(true);
    expect(isFixed(['statusMap.in_review'], 'statusMap.in_review')).toBe(true);
    expect(isFixed(['statusMap.in_review'], 'statusMap.in_rev')).toBe(false);
  });
});

describe('the patch between two settings', () => {
  it('has the items of a list, not the ends of its lines', () => {
    const typed = { ...settings, allowFrom: [' ::1', '', 'fe80:: '] };
    expect(patchOf(settings, typed)).toEqual({ allowFrom: ['::1', 'fe80::'] });
    const accept = { ...settings.accept, orgIds: ['org_1', ''] };
    expect(patchOf(settings, { ...settings, accept })).toEqual({});
  });

  it('is empty when nothing changed', () => {
    expect(patchOf(settings, structuredClone(settings))).toEqual({});
  });

  it('has what changed alone; null for what is gone', () => {
    const after: Settings = {
      ...settings,
      statusMap: { in_translation: 'publish', frozen: 'draft' },
      accept: { ...settings.accept, orgIds: null },
      rateLimit: { perMinute: 5 },
      retention: { ...settings.retention, bodiesDays: null },
    };
    expect(patchOf(settings, after)).toEqual({
      statusMap: { in_review: null, in_translation: 'publish', frozen: 'draft' },
      accept: { orgIds: null },
      rateLimit: { perMinute: 5 },
      retention: { bodiesDays: null },
    });
  });
});
