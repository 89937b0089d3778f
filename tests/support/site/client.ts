import { randomUUID } from 'node:crypto';
import type {
  DeliveryDetail,
  DeliverySummary,
  ReceiverStatus,
} from '../../../src/plugins/article-receiver/shared/deliveries/deliveries';
import { until } from '../until';

const ADMINISTRATOR = {
  firstname: 'Ada',
  lastname: 'Admin',
  email: 'admin@example.com',
  password: 'Test-password-1',
};

const PAGE_SIZE = 100;

interface Page<Row> {
  data: Row[];
  meta: { pagination: { pageCount: number } };
}

/** What a person sees of a site from outside: its admin API and its Content API, over HTTP. */
export class SiteClient {
  private session: string | null = null;
  private apiToken: string | null = null;

  constructor(private readonly url: string) {}

  async isHealthy(): Promise<boolean> {
    const response = await fetch(`${this.url}/_health`).catch(() => null);
    return response?.status === 204;
  }

  status(): Promise<ReceiverStatus> {
    return this.admin('GET', '/article-receiver/status');
  }

  async deliveries(): Promise<DeliverySummary[]> {
    const rows: DeliverySummary[] = [];
    for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
      const answer = await this.admin<{
        results: DeliverySummary[];
        pagination: { pageCount: number };
      }>('GET', `/article-receiver/deliveries?page=${page}&pageSize=${PAGE_SIZE}`);
      rows.push(...answer.results);
      pageCount = answer.pagination.pageCount;
    }
    return rows;
  }

  delivery(deliveryId: string): Promise<DeliveryDetail> {
    return this.admin('GET', `/article-receiver/deliveries/${deliveryId}`);
  }

  redrive(deliveryId: string): Promise<unknown> {
    return this.admin('POST', `/article-receiver/deliveries/${deliveryId}/redrive`);
  }

  /** Waits until nothing is left to do, now or later. */
  async settled(): Promise<void> {
    await until('all deliveries to be settled', async () => {
      const { counts, runner } = await this.status();
      return counts.pending === 0 && counts.failed === 0 && runner.running === null;
    });
  }

  /** All entries at a path of the Content API, `/articles?status=draft` for example. */
  async entries<Row>(path: string): Promise<Row[]> {
    const rows: Row[] = [];
    const query = path.includes('?') ? '&' : '?';
    for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
      const paging = `pagination[page]=${page}&pagination[pageSize]=${PAGE_SIZE}`;
      const answer = await this.content<Page<Row>>(`/api/article-receiver${path}${query}${paging}`);
      rows.push(...answer.data);
      pageCount = answer.meta.pagination.pageCount;
    }
    return rows;
  }

  /** Any address of the Content API, with a full-access token. */
  async content<Result>(path: string): Promise<Result> {
    this.apiToken ??= await this.createApiToken();
    return this.request<Result>('GET', path, this.apiToken);
  }

  async admin<Result>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Result> {
    this.session ??= await this.logIn();
    return this.request<Result>(method, path, this.session, body, headers);
  }

  private async createApiToken(): Promise<string> {
    const token = {
      name: `tests-${randomUUID()}`,
      description: '',
      type: 'full-access',
      lifespan: null,
    };
    const answer = await this.admin<{ data: { accessKey: string } }>(
      'POST',
      '/admin/api-tokens',
      token,
    );
    return answer.data.accessKey;
  }

  private async logIn(): Promise<string> {
    const known = await this.request<{ data: { hasAdmin: boolean } }>('GET', '/admin/init');
    const { email, password } = ADMINISTRATOR;
    const answer = known.data.hasAdmin
      ? await this.request<{ data: { token: string } }>('POST', '/admin/login', undefined, {
          email,
          password,
        })
      : await this.request<{ data: { token: string } }>(
          'POST',
          '/admin/register-admin',
          undefined,
          ADMINISTRATOR,
        );
    return answer.data.token;
  }

  private async request<Result>(
    method: string,
    path: string,
    token?: string,
    body?: object,
    more: Record<string, string> = {},
  ): Promise<Result> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...more,
        connection: 'close',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    }
    return (await response.json()) as Result;
  }
}
