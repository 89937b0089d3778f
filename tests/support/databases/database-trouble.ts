import Database from 'better-sqlite3';

/**
 * Another program at the site's SQLite database. What it does is in the way of the site until it
 * is undone; `undo` may be called more than once.
 */
export interface Trouble {
  undo(): void;
}

function withConnection(file: string, begin: (other: Database) => () => void): Trouble {
  const other = new Database(file);
  const end = begin(other);
  let isOver = false;
  return {
    undo: () => {
      if (isOver) return;
      isOver = true;
      end();
      other.close();
    },
  };
}

/** Nobody else can read or write: the database is away. */
export const lockedDatabase = (file: string): Trouble =>
  withConnection(file, (other) => {
    other.exec('BEGIN EXCLUSIVE');
    return () => other.exec('ROLLBACK');
  });

/** Somebody reads, a backup for example: everything works but the commit. */
export const readDatabase = (file: string): Trouble =>
  withConnection(file, (other) => {
    other.exec('BEGIN');
    other.prepare('SELECT count(*) FROM sqlite_master').get();
    return () => other.exec('COMMIT');
  });

/** A table is missing, as in the middle of a migration by hand. */
export const missingTable = (file: string, table: string): Trouble =>
  withConnection(file, (other) => {
    other.exec(`ALTER TABLE ${table} RENAME TO ${table}_away`);
    return () => other.exec(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  });
