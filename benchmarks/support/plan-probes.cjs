'use strict';

/** The tables that grow with the log and with the articles. */
const GROWING = /[`"](article_receiver_(?:deliveries|articles|suggestions)\w*)[`"]/;

/**
 * How statements are carried out, by what the database says of them.
 * @param {any} strapi
 */
exports.planProbes = (strapi) => {
  const { connection, dialect } = strapi.db;
  /** @type {{ sql: string, bindings: unknown[] }[]} */
  let statements = [];
  const note = (/** @type {any} */ { sql, bindings }) => statements.push({ sql, bindings });
  return {
    /** Notes down the statements from here on. */
    record: () => {
      statements = [];
      connection.on('query', note);
    },
    /** @returns for each that read a growing table: its name, and how it is read. */
    plans: async () => {
      connection.off('query', note);
      const plans = [];
      for (const { sql, bindings } of statements) {
        const table = /^\s*select/i.test(sql) && GROWING.exec(sql)?.[1];
        if (!table) continue;
        plans.push({ table, plan: await planOf(connection, dialect.client, sql, bindings) });
      }
      return plans;
    },
  };
};

/** @param {any} connection @param {string} client @param {string} sql @param {unknown[]} bindings */
async function planOf(connection, client, sql, bindings) {
  if (client === 'postgres') {
    // The driver's own placeholders are back to knex's here.
    const { rows } = await connection.raw(`explain ${sql.replace(/\$\d+/g, '?')}`, bindings);
    const steps = rows.map((/** @type {any} */ row) => row['QUERY PLAN']);
    const reads = steps.filter((/** @type {string} */ step) => /Scan|Cond|Sort/.test(step));
    return reads
      .map((/** @type {string} */ step) => step.replace(/\(cost.*/, '').trim())
      .join('; ');
  }
  if (client === 'mysql') {
    const [rows] = await connection.raw(`explain ${sql}`, bindings);
    return rows
      .map((/** @type {any} */ row) =>
        [row.table, row.type, row.key, `about ${row.rows} rows`, row.Extra]
          .filter(Boolean)
          .join(' '),
      )
      .join('; ');
  }
  const rows = await connection.raw(`explain query plan ${sql}`, bindings);
  return rows.map((/** @type {any} */ row) => row.detail).join('; ');
}
