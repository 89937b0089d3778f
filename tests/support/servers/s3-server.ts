import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

const BUCKET = 'articles';
/** The only keys that s3rver knows. */
const CREDENTIALS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

type Access = 'public-read' | 'private';

/** A server that speaks the S3 protocol, with one bucket. */
export class S3Server {
  /** Answers uploads with this status instead of taking them. */
  failWith: number | null = null;
  private uploaded = 0;

  private constructor(
    private readonly directory: string,
    private readonly server: Server,
    private readonly access: Access,
  ) {}

  static async start(access: Access): Promise<S3Server> {
    const directory = await mkdtemp(join(tmpdir(), 'article-receiver-s3-'));
    const configureBuckets = [{ name: BUCKET, configs: [] }];
    const s3 = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets });
    await s3.configureBuckets();
    const speak = s3.callback();
    const server = createServer();
    const self = new S3Server(directory, server, access);
    server.on('request', (request, response) => {
      const refusal = self.refusalOf(request);
      if (refusal === null) return void speak(request, response);
      request.resume();
      response.writeHead(refusal, { 'content-type': 'application/xml' });
      response.end('<Error><Code>Refused</Code><Message>the bucket refuses</Message></Error>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return self;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** How often a file was put into the bucket. */
  get uploads(): number {
    return this.uploaded;
  }

  /** What a site has to say of it in `config/plugins`, under `upload.config`. */
  get uploadOptions() {
    const s3Options = {
      credentials: CREDENTIALS,
      endpoint: this.url,
      region: 'eu-central-1',
      forcePathStyle: true,
      // s3rver does not know the checksums that the SDK appends to a body by default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      params: { ACL: this.access, Bucket: BUCKET },
      maxAttempts: 1,
    };
    return { provider: 'aws-s3', providerOptions: { s3Options } };
  }

  /** The keys in the bucket. */
  async keys(): Promise<string[]> {
    const listing = await (await fetch(`${this.url}/${BUCKET}?list`)).text();
    return [...listing.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key).sort();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await rm(this.directory, { recursive: true, force: true });
  }

  /** The status to refuse a request with; null to let it through. s3rver itself lets all through. */
  private refusalOf({ method, url = '', headers }: IncomingMessage): number | null {
    if (method === 'PUT') {
      if (this.failWith !== null) return this.failWith;
      this.uploaded += 1;
    }
    const isSigned = 'authorization' in headers || url.includes('X-Amz-Signature=');
    const isObject = url.startsWith(`/${BUCKET}/`);
    return this.access === 'private' && isObject && !isSigned ? 403 : null;
  }
}
