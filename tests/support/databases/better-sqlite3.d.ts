/** As much of it as the tests use; the package comes without types. */
declare module 'better-sqlite3' {
  interface Statement {
    get(...values: unknown[]): unknown;
    all(): Record<string, unknown>[];
    /** Whether it gives rows: only then there is something to `get`. */
    readonly reader: boolean;
    run(...values: unknown[]): unknown;
    raw(): { iterate(): Iterable<unknown[]> };
  }
  class Database {
    constructor(file: string, options?: { readonly?: boolean });
    exec(sql: string): this;
    prepare(sql: string): Statement;
    close(): this;
  }
  export default Database;
}
