/** As much of it as the tests use; the package comes without types. */
declare module 'better-sqlite3' {
  class Database {
    constructor(file: string);
    exec(sql: string): this;
    prepare(sql: string): { get(): unknown; all(): Record<string, unknown>[] };
    close(): this;
  }
  export default Database;
}
