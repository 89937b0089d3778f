import { isCronRule } from './cron-rule';

describe('isCronRule', () => {
  it.each([
    '17 3 * * *',
    ' 0 4 * * 1-5 ',
    '*/90 * * * *',
    '0 0 3 * * *',
    '0 3 1,15 jan-jun SUN#2',
    '0 0 3 L * ? 2030',
    '@daily',
  ])('takes %s', (rule) => {
    expect(isCronRule(rule)).toBe(true);
  });

  it.each([
    '',
    'every night',
    'at three in the night',
    '03:17',
    '17 3 * *',
    '17 24 * * *',
    '60 3 * * *',
    '0 3 0 * *',
  ])('takes %j for none', (rule) => {
    expect(isCronRule(rule)).toBe(false);
  });
});
