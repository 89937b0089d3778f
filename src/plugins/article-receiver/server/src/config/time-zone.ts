import { Temporal } from 'temporal-polyfill';

/**
 * Whether a text names a time zone whose days can be told. Node alone takes abbreviations like IST, too,
 * which are several zones', and the name of the unknown one.
 */
export function isTimeZone(text: string): boolean {
  try {
    // Temporal alone takes whole dates that name a zone.
    const known = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
    return known !== '' && Temporal.Now.zonedDateTimeISO(text).timeZoneId !== '';
  } catch {
    return false;
  }
}
