import {
  askGuarded,
  readBounded,
  redirectOf,
  whyFailed,
  type Failed,
  type Reach,
} from './guarded-request';

const MAX_REDIRECTS = 3;

/** What may be got, and where it may lead on to. */
export interface GetRules extends Reach {
  /** Largest answer, in bytes. */
  maxBytes: number;
  /** The types of what is asked for, as `Accept` has them. */
  accept: string;
  /** Where a redirect leads on to, of an address that stands in one at another; or why it is not followed. */
  follow(location: string, from: URL): URL | string;
}

/**
 * What came of asking for something; `status` is of the last answer.
 *
 * `away`: a redirect is not followed, because of `why`; null after too many of them. `encoded`: in an
 * encoding that was not asked for. `failed`: there is no answer, as `why` says as a sentence's end.
 */
export type Got =
  | { kind: 'bytes'; status: 200; url: URL; bytes: Buffer; contentType: string }
  | { kind: 'status' | 'encoded' | 'large'; status: number }
  | { kind: 'away'; status: number; to: string; why: string | null }
  | { kind: 'slow'; status: null }
  | ({ kind: 'failed'; status: null } & Failed);

/** Gets what an address answers, without cookies, redirects followed. Never rejects. */
export async function getGuarded(first: URL, rules: GetRules): Promise<Got> {
  let url = first;
  try {
    for (let hop = 0; ; hop += 1) {
      const answer = await ask(url, rules);
      if (!('location' in answer)) return answer;
      const { location: to, status } = answer;
      const next = rules.follow(to, url);
      if (typeof next === 'string') return { kind: 'away', status, to, why: next };
      if (hop === MAX_REDIRECTS) return { kind: 'away', status, to: next.href, why: null };
      url = next;
    }
  } catch (error) {
    if (rules.signal.aborted) return { kind: 'slow', status: null };
    return { kind: 'failed', status: null, ...whyFailed(error) };
  }
}

async function ask(url: URL, rules: GetRules): Promise<Got | { location: string; status: number }> {
  const response = await askGuarded(url, rules, {
    headers: {
      accept: rules.accept,
      'accept-encoding': 'identity',
      'user-agent': 'article-receiver',
    },
  });
  try {
    const { statusCode: status = 0, headers } = response;
    const location = redirectOf(response);
    if (location) return { location, status };
    if (status !== 200) return { kind: 'status', status };
    if (!/^(identity)?$/i.test(headers['content-encoding'] ?? ''))
      return { kind: 'encoded', status };
    const bytes = await readBounded(response, rules.maxBytes);
    if (bytes === null) return { kind: 'large', status };
    return { kind: 'bytes', status, url, bytes, contentType: headers['content-type'] ?? '' };
  } finally {
    response.destroy();
  }
}
