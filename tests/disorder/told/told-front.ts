import { startImageHost, trustImageHost, type ImageHost } from '../../support/servers/image-host';
import { KEY, LOOPBACK } from '../../support/servers/front-end';
import type { PLACES, ToldStep } from './told-steps';

type Place = (typeof PLACES)[number];

/** What IndexNow was told, and took, at which step. */
export interface Telling {
  url: string;
  step: number;
}

/** Two hosts with a front end each, and IndexNow. */
export interface Front {
  /** What is told from now on is told at this step. */
  step: number;
  answer: number;
  is: Extract<ToldStep, { do: 'front' }>['is'];
  told: Telling[];
  optionsAt(place: Place): Record<string, unknown>;
  addressAt(place: Place, slug: string): string;
  /** Shows titles at addresses, as far as the front end is up. */
  show(published: ReadonlyMap<string, string>): void;
  /** Begins a history of its own. */
  begin(): void;
  close(): Promise<void>;
}

export async function startFront(): Promise<Front> {
  const distrust = trustImageHost();
  const hosts = [await startImageHost(), await startImageHost()] as [ImageHost, ImageHost];
  const [one, other] = hosts;
  const shown = new Map<string, string>();
  const known = new Set<string>();
  // The key is where the front end is; at a former host of its there is none.
  let hostWithKey = one.host;
  const patterns: Record<Place, string> = {
    first: one.url('/{slug}'),
    moved: one.url('/blog/{slug}'),
    'other host': other.url('/{slug}'),
  };
  const front: Front = {
    ...{ step: 0, answer: 200, is: 'up', told: [] },
    optionsAt: (place) => {
      hostWithKey = new URL(front.addressAt(place, 'x')).host;
      return {
        articleUrl: patterns[place],
        sweepIntervalMs: 100,
        checks: { enabled: true, parts: ['title'], privateRanges: LOOPBACK },
        indexNow: { key: KEY, endpoint: one.url('/indexnow') },
      };
    },
    addressAt: (place, slug) => patterns[place].replace('{slug}', slug),
    show: (published) => {
      if (front.is !== 'up') return;
      shown.clear();
      for (const [url, title] of published) shown.set(url, title);
      for (const url of published.keys()) serve(url);
    },
    begin: () => {
      shown.clear();
      Object.assign(front, { step: 0, answer: 200, is: 'up', told: [] });
    },
    close: async () => {
      distrust();
      for (const host of hosts) await host.close();
    },
  };
  const serve = (url: string) => {
    if (known.has(url)) return;
    known.add(url);
    const { host, pathname } = new URL(url);
    const server = hosts.find((each) => each.host === host) ?? one;
    server.answer(pathname, (_request, response) => {
      const title = shown.get(url);
      if (front.is === 'down') return void response.writeHead(503).end();
      if (title === undefined) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>${title}</h1>`);
    });
  };
  one.answer('/indexnow', (request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { host, urlList } = JSON.parse(text) as { host: string; urlList: string[] };
      const status = host === hostWithKey ? front.answer : 403;
      if (status < 300) front.told.push(...urlList.map((url) => ({ url, step: front.step })));
      response.writeHead(status).end();
    });
  });
  return front;
}
