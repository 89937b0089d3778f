import { OPENED_HEADER } from '../../../../shared/articles/opened';
import { saysOfForm } from './open-form';

/**
 * Lets the Content Manager's own saves say what their form was opened on: the server keeps what the
 * service wrote since. Strapi's client has no place for that, so it is added where it leaves the page.
 * Not to another origin: a header of ours would need its consent, and without it the server goes by
 * what it projected.
 */
export function sendOpened(page: Pick<Window, 'fetch' | 'location'> = window): void {
  const send = page.fetch.bind(page);
  page.fetch = (input, init) => {
    const said = typeof input === 'string' ? saying(input, init?.method ?? 'GET', page) : null;
    if (said === null) return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set(OPENED_HEADER, said);
    return send(input, { ...init, headers });
  };
}

function saying(
  input: string,
  method: string,
  { location }: Pick<Window, 'location'>,
): string | null {
  const address = new URL(input, location.href);
  return address.origin === location.origin ? saysOfForm(method, address) : null;
}
