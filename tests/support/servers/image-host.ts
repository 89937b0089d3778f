import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import tls from 'node:tls';
import { makeCertificate } from './certificate';

/** Signed by itself and good for nothing but these tests. */
const OWN = makeCertificate(['localhost', 'cdn.example.com']);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export interface ImageHost {
  port: number;
  /** `localhost:PORT`, as `images.fetchFrom` names it. */
  host: string;
  /** Its certificate as PEM, for a process of its own: NODE_EXTRA_CA_CERTS names a file with it. */
  certificate: string;
  /** Paths that were asked for, in order. */
  asked: { path: string; headers: IncomingMessage['headers'] }[];
  /** What a path answers from now on; paths without an answer give 404. */
  answer(path: string, answer: Answer): void;
  serve(path: string, bytes: Buffer): void;
  url(path: string): string;
  close(): Promise<void>;
}

/** A host of images on this machine, over real https. */
export async function startImageHost(): Promise<ImageHost> {
  const answers = new Map<string, Answer>();
  const asked: ImageHost['asked'] = [];
  const server = createServer({ key: OWN.key, cert: OWN.certificate }, (request, response) => {
    const path = request.url ?? '';
    asked.push({ path, headers: request.headers });
    const notFound: Answer = (_request, missing) => missing.writeHead(404).end();
    (answers.get(path) ?? notFound)(request, response);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    host: `localhost:${port}`,
    certificate: OWN.certificate,
    asked,
    answer: (path, answer) => void answers.set(path, answer),
    serve: (path, bytes) => void answers.set(path, (_request, response) => response.end(bytes)),
    url: (path) => `https://localhost:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** How many trust it now. */
let trusting = 0;
let distrust: () => void = () => undefined;

/**
 * Makes this process trust the certificate of the image host, as a machine does that has it among
 * its own. Node reads its list of authorities once, before a test has a say.
 * @returns what undoes it, once all who asked for it have done so: in whatever order they do.
 */
export function trustImageHost(): () => void {
  if (trusting === 0) distrust = trustOwn();
  trusting += 1;
  return () => {
    trusting -= 1;
    if (trusting === 0) distrust();
  };
}

function trustOwn(): () => void {
  const { createSecureContext } = tls;
  tls.createSecureContext = (options) => {
    const secure = createSecureContext(options);
    (secure.context as { addCACert(certificate: string): void }).addCACert(OWN.certificate);
    return secure;
  };
  return () => {
    tls.createSecureContext = createSecureContext;
  };
}
