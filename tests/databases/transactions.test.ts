import {
  inTransaction,
  joinTransaction,
  MAX_TRIES,
} from '../../src/plugins/article-receiver/server/src/database/transaction';
import { databaseKind } from '../support/databases/database';
import { deadlockIn } from '../support/databases/deadlock';
import { bootSite, type Site } from '../support/site/site';

type Transaction = Parameters<Parameters<typeof inTransaction>[1]>[0]['trx'];

const LEASES = 'article_receiver_leases';
const LOCKED = { sqlite: undefined, postgres: '55P03', mysql: 'ER_LOCK_WAIT_TIMEOUT' };
const DEADLOCK = { sqlite: undefined, postgres: '40P01', mysql: 'ER_LOCK_DEADLOCK' };

/** Whatever else happens within it, another transaction's being in the way is no fault of the work's own. */
describe('a transaction that another one is in the way of', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  const names = async () =>
    (await site.strapi.db.connection(LEASES).select('name')).map(({ name }) => String(name));

  const disturb = (trx: Transaction) => deadlockIn(trx, site);

  it('is done again, whatever was thrown over that, and nothing of it is left', async () => {
    let tries = 0;
    const result = await inTransaction(site.strapi, async ({ trx }) => {
      tries += 1;
      if (tries > 1) return 'done';
      await trx(LEASES).insert({ name: 'before' });
      const fault: unknown = await disturb(trx).catch((error: unknown) => error);
      expect(fault).toMatchObject({
        code: DEADLOCK[databaseKind()],
      });
      // As Strapi's entity manager does when a relation cannot be written.
      await trx(LEASES)
        .insert({ name: 'written back' })
        .catch(() => undefined);
      throw new Error('the row cannot be written back');
    });
    expect({ result, tries }).toEqual({ result: 'done', tries: 2 });
    expect(await names()).not.toContain('before');
    expect(await names()).not.toContain('written back');
  });

  it('leaves nothing of what is part of an editor’s saving either', async () => {
    const saving = joinTransaction(site.strapi, async ({ trx }) => {
      const fault: unknown = await disturb(trx).catch((error: unknown) => error);
      await trx(LEASES)
        .insert({ name: 'put back' })
        .catch(() => undefined);
      throw fault;
    });
    await expect(saving).rejects.toThrow(/lock/);
    expect(await names()).not.toContain('put back');
  });

  it('is left for later where that does not end', async () => {
    const work = inTransaction(site.strapi, async ({ trx }) => {
      await disturb(trx).catch(() => undefined);
      throw new Error('the row cannot be written back');
    });
    await expect(work).rejects.toMatchObject({
      name: 'Busy',
      message: 'other transactions were in the way',
      cause: { code: DEADLOCK[databaseKind()] },
    });
  });

  it('is done again where a lock did not come free, and fails with that in the end', async () => {
    await site.strapi.db.connection(LEASES).insert({ name: 'locked' });
    const holder = await site.strapi.db.connection.transaction();
    const lock = (trx: Transaction) => trx(LEASES).where({ name: 'locked' }).forUpdate();
    await lock(holder).select('id');
    let tries = 0;
    const work = inTransaction(site.strapi, async ({ trx }) => {
      tries += 1;
      await lock(trx).noWait().select('id');
    });
    await expect(work).rejects.toMatchObject({ code: LOCKED[databaseKind()] });
    await holder.rollback();
    expect(tries).toBe(MAX_TRIES);
  });
});
