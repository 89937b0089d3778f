import { startImageHost, trustImageHost, type ImageHost } from './image-host';

/** What a page of a front end shows; null or false: it does not. */
export interface FrontPage {
  title: string | null;
  /** The address of the hero image. */
  hero: string | null;
  jsonLd: unknown;
  canonical: string | null;
}

type Charset = 'utf-8' | 'latin1';

/** A front end and IndexNow on this machine, over real https. */
export interface FrontEnd extends ImageHost {
  /** What `articleUrl` is. */
  articleUrl: string;
  endpoint: string;
  /** What IndexNow was told, in order. */
  told: IndexNowRequest[];
  /** What IndexNow answers from now on. */
  answerWith(status: number, headers?: Record<string, string>): void;
  /** What the page of an article is from now on, in the encoding that it names; by default there is none. */
  page(slug: string, page: FrontPage | null, charset?: Charset): void;
}

interface IndexNowRequest {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

/** Ranges in which this machine is. */
export const LOOPBACK = ['127.0.0.0/8', '::1'];

/** A site's key with IndexNow. */
export const KEY = 'a1b2c3d4-e5f6';

/** Options of the plugin with which the pages of a front end are looked at, and IndexNow is told of them. */
export const lookedAt = (front: FrontEnd, changes: Record<string, unknown> = {}) => ({
  articleUrl: front.articleUrl,
  sweepIntervalMs: 100,
  checks: { enabled: true, withinMs: 10 * 60_000, privateRanges: LOOPBACK },
  indexNow: { key: KEY, endpoint: front.endpoint },
  ...changes,
});

const htmlOf = ({ title, hero, jsonLd, canonical }: FrontPage, charset: Charset): string =>
  [
    `<!doctype html><html><head><meta charset="${charset}">`,
    canonical === null ? '' : `<link rel="canonical" href="${canonical}">`,
    jsonLd === null ? '' : `<script type="application/ld+json">${JSON.stringify(jsonLd)}</script>`,
    `</head><body><h1>${title ?? 'Soon'}</h1>`,
    hero === null ? '' : `<img src="/_image?href=${encodeURIComponent(hero)}&w=800" alt="">`,
    '</body></html>',
  ].join('');

export async function startFrontEnd(): Promise<FrontEnd> {
  const distrust = trustImageHost();
  const host = await startImageHost();
  const told: IndexNowRequest[] = [];
  let answer: [number, Record<string, string>] = [200, {}];
  host.answer('/indexnow', (request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      told.push(JSON.parse(text) as IndexNowRequest);
      response.writeHead(...answer).end();
    });
  });
  return {
    ...host,
    articleUrl: host.url('/{slug}'),
    endpoint: host.url('/indexnow'),
    told,
    answerWith: (status, headers = {}) => void (answer = [status, headers]),
    page: (slug, page, charset = 'utf-8') =>
      host.answer(`/${slug}`, (_request, response) => {
        if (page === null) return void response.writeHead(404).end();
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(htmlOf(page, charset), charset);
      }),
    close: async () => {
      distrust();
      await host.close();
    },
  };
}
