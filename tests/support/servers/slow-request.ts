import { request as open, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AnswerBody } from './http';

interface SlowAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: AnswerBody;
}

/** A POST whose body the test writes bit by bit, or never. */
export interface SlowRequest {
  request: ClientRequest;
  answer: Promise<SlowAnswer>;
}

/** Opens a POST and sends its head; `headers` decide whether a length is announced. */
export function slowPost(url: string, headers: Record<string, string> = {}): SlowRequest {
  const request = open(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  const answer = new Promise<SlowAnswer>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        // What happens to the connection after the answer is not the test's business.
        request.on('error', () => undefined).destroy();
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: (text ? JSON.parse(text) : { data: null }) as AnswerBody,
        });
      });
    });
  });
  request.flushHeaders();
  return { request, answer };
}
