/** What the tests and their script use of the PostgreSQL driver, which comes without types. */
declare module 'pg' {
  export class Client {
    constructor(options: {
      host: string;
      port: number;
      user: string;
      password: string;
      database: string;
    });
    connect(): Promise<void>;
    query(sql: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
    end(): Promise<void>;
  }
}
