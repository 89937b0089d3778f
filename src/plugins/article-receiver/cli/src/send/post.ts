/** Where deliveries go, and how. */
export interface Target {
  url: URL;
  /** Sent as a bearer token; null when the address has it. */
  token: string | null;
  gzip: boolean;
  timeoutMs: number;
}

/** What came of sending one delivery. */
export interface Sent {
  /** HTTP status; null when there was no answer. */
  status: number | null;
  /** `accepted`, `duplicate`, the name of the error, or what kept the answer away. */
  outcome: string;
  deliveryId: string | null;
  ms: number;
}

interface Answer {
  data?: { deliveryId?: string; outcome?: string } | null;
  error?: { message?: string; details?: { deliveryId?: string } };
}

/** Sends a body as the service does: one POST, no retry, no redirect. Never rejects. */
export async function post(body: Buffer, target: Target): Promise<Sent> {
  const since = performance.now();
  const ms = () => Math.round(performance.now() - since);
  try {
    const response = await fetch(target.url, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        'content-type': 'application/json',
        ...(target.gzip ? { 'content-encoding': 'gzip' } : {}),
        ...(target.token === null ? {} : { authorization: `Bearer ${target.token}` }),
      },
      // The address is a secret: it goes to nobody whom the command line does not name.
      redirect: 'manual',
      signal: AbortSignal.timeout(target.timeoutMs),
    });
    const answer = parse(await response.text());
    const deliveryId = answer?.data?.deliveryId ?? answer?.error?.details?.deliveryId ?? null;
    const outcome = answer?.data?.outcome ?? answer?.error?.message ?? response.statusText;
    return { status: response.status, outcome, deliveryId, ms: ms() };
  } catch (error) {
    return { status: null, outcome: reasonOf(error), deliveryId: null, ms: ms() };
  }
}

function parse(text: string): Answer | null {
  try {
    return JSON.parse(text) as Answer | null;
  } catch {
    return null;
  }
}

/** Why there was no answer: what the network said, which `fetch` hides in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.name === 'TimeoutError' ? 'no answer in time' : error.message;
}
