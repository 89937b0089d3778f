import { issueOf, type Issue } from '../../../shared/deliveries/issues';
import type { RequestFault } from '../../../shared/deliveries/request-faults';
import { getGuarded, type Got } from '../guarded-requests/get-guarded';
import type { Reach } from '../guarded-requests/guarded-request';
import { pageText } from '../text/web-page/page-text';

const ACCEPT = 'text/html,application/xhtml+xml;q=0.9';

/** What a page answered, or why it cannot be told. */
export type PageAnswer =
  | { ok: true; url: string; html: string }
  /** @property status null where there was no answer at all. */
  | { ok: false; status: number | null; issue: Issue };

export interface PageRules extends Reach {
  maxBytes: number;
  timeoutMs: number;
}

/**
 * Asks for the page at an address. A redirect is followed within the same host only, as from an
 * address to the same one with a slash. Never rejects.
 */
export async function askPage(address: string, rules: PageRules): Promise<PageAnswer> {
  const got = await getGuarded(new URL(address), { ...rules, accept: ACCEPT, follow });
  if (got.kind === 'bytes') {
    return { ok: true, url: got.url.href, html: pageText(got.bytes, got.contentType) };
  }
  return { ok: false, status: got.status, issue: issueOfAnswer(got, rules) };
}

function issueOfAnswer(got: Exclude<Got, { kind: 'bytes' }>, rules: PageRules): Issue {
  switch (got.kind) {
    case 'status':
      return issueOf('', 'pageAnswers', { status: got.status });
    case 'encoded':
      return issueOf('', 'pageFailed', { why: ENCODED, fault: 'encoded' satisfies RequestFault });
    case 'large':
      return issueOf('', 'pageLarge', { max: rules.maxBytes });
    case 'away':
      return issueOf('', 'pageLeadsAway', { url: (got.why ?? got.to).slice(0, MAX_SHOWN) });
    case 'slow':
      return issueOf('', 'pageSlow', { ms: rules.timeoutMs });
    case 'failed':
      return issueOf('', 'pageFailed', { why: got.why, fault: got.fault, detail: got.detail });
  }
}

const ENCODED = 'the host answered in an encoding that was not asked for';
const MAX_SHOWN = 500;

/** @returns where it leads, in place of a reason, when that is no page of the same host. */
function follow(location: string, from: URL): URL | string {
  if (!URL.canParse(location, from.href)) return location;
  const next = new URL(location, from);
  return isWithin(from, next) ? next : next.href;
}

const isWithin = (from: URL, to: URL): boolean =>
  /^https?:$/.test(to.protocol) && to.host === from.host && to.username + to.password === '';
