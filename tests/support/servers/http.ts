export interface PostOptions {
  headers?: Record<string, string>;
}

export interface Answer<T = AnswerBody> {
  status: number;
  headers: Headers;
  body: T;
}

/** What the webhook answers: Strapi's envelope for both, success and error. */
export interface AnswerBody {
  data: { deliveryId: string; outcome: 'accepted' | 'duplicate' } | null;
  error?: {
    status: number;
    name: string;
    message: string;
    details?: { deliveryId?: string; issues?: { path: string; message: string }[] };
  };
}

/** One POST over real HTTP. An object is sent as JSON, bytes and strings as they are. */
export async function post(
  url: string,
  body: Buffer | string | object,
  { headers = {} }: PostOptions = {},
): Promise<Answer> {
  const asIs = Buffer.isBuffer(body) || typeof body === 'string';
  const response = await fetch(url, {
    method: 'POST',
    // A connection that is kept may be closed by the site at the very moment when it is used again.
    headers: { 'content-type': 'application/json', connection: 'close', ...headers },
    body: asIs ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text ? JSON.parse(text) : { data: null }) as AnswerBody,
  };
}
