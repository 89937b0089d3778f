import {
  claim,
  withClaim,
  type Claim,
} from '../../src/plugins/article-receiver/server/src/database/claims';
import { ledgerOf } from '../../src/plugins/article-receiver/server/src/ledger/ledger';
import { inTransaction } from '../../src/plugins/article-receiver/server/src/database/transaction';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const LONG = { forMs: 60_000 };

describe('a claim', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  const rows = () => site.strapi.db.query('plugin::article-receiver.lease');
  const rowOf = async (name: string) =>
    (await rows().findOne({ where: { name } })) as { heldUntil: number | string } | null;
  /** As when its holder has not renewed it for long. */
  const lapse = (name: string) => rows().updateMany({ where: { name }, data: { heldUntil: 1 } });
  const taken = async (name: string): Promise<Claim> => {
    const held = await claim(site.strapi, name, LONG);
    if (!held) throw new Error(`somebody else has ${name}`);
    return held;
  };
  const writeFenced = (held: Claim, mark: string) =>
    inTransaction(site.strapi, async ({ trx }) => {
      await held.fence(trx);
      await rows().create({ data: { name: mark } });
    });

  it('is had by one, however many ask for it at once', async () => {
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => claim(site.strapi, 'one', LONG)),
    );
    expect(asked.filter((held) => held !== null)).toHaveLength(1);
  });

  it('is free at once when it is given back', async () => {
    await (await taken('given back')).release();
    const next = await taken('given back');
    await next.settle({});
    expect(await rowOf('given back')).toMatchObject({ heldBy: null, heldUntil: null });
    await taken('given back');
  });

  it('is had by one when it lapses, however many wait for it', async () => {
    await taken('lapsed');
    await lapse('lapsed');
    const asked = await Promise.all(
      Array.from({ length: 12 }, () => claim(site.strapi, 'lapsed', LONG)),
    );
    expect(asked.filter((held) => held !== null)).toHaveLength(1);
  });

  it('lapses though the clock of the database was years ahead when it was taken', async () => {
    const late = await taken('years ahead');
    const heldUntil = Date.now() + 3 * 365 * 24 * 60 * 60_000;
    await rows().updateMany({ where: { name: 'years ahead' }, data: { heldUntil } });
    await taken('years ahead');
    await expect(writeFenced(late, 'years ahead: late')).rejects.toMatchObject({ name: 'Busy' });
  });

  it('lets only its holder write', async () => {
    const late = await taken('late');
    await writeFenced(late, 'late: in time');
    await lapse('late');
    const next = await taken('late');
    await expect(writeFenced(late, 'late: too late')).rejects.toMatchObject({ name: 'Busy' });
    await writeFenced(next, 'late: by the next');
    const marks = (await rows().findMany({ where: { name: { $startsWith: 'late: ' } } })) as {
      name: string;
    }[];
    expect(marks.map(({ name }) => name).sort()).toEqual(['late: by the next', 'late: in time']);
  });

  it('lets only its holder say what came of it', async () => {
    const digest = 'f'.repeat(64);
    const files = site.strapi.db.query('plugin::article-receiver.image-file');
    const upload = async () =>
      claim(site.strapi, ledgerOf(site.strapi).imageFiles.uploadOf(digest), LONG);
    const late = await upload();
    await files.updateMany({ where: { digest }, data: { heldUntil: 1 } });
    const next = await upload();
    const settle = (held: Claim | null, fileId: number) => held?.settle({ file_id: fileId });
    await expect(settle(late, 1)).rejects.toMatchObject({ name: 'Busy' });
    await settle(next, 2);
    expect(await files.findOne({ where: { digest } })).toMatchObject({ fileId: 2, heldBy: null });
  });

  it('is not taken from its next holder by one who gives it back late', async () => {
    const late = await taken('late return');
    await lapse('late return');
    const next = await taken('late return');
    await late.release();
    await next.hold();
    expect(await claim(site.strapi, 'late return', LONG)).toBeNull();
  });

  it('is renewed while its holder is at it', async () => {
    const terms = { forMs: 3_000, renewedForMs: 60_000 };
    await withClaim(site.strapi, 'renewed', terms, async () => {
      const first = Number((await rowOf('renewed'))?.heldUntil);
      const isLater = async () => Number((await rowOf('renewed'))?.heldUntil) > first + terms.forMs;
      await until('it to be renewed for longer than it lasts', isLater);
      expect(await claim(site.strapi, 'renewed', LONG)).toBeNull();
    });
    await taken('renewed');
  });

  it('is not renewed for longer than it may be, however long its holder hangs', async () => {
    const hanging = await claim(site.strapi, 'hanging', { forMs: 500, renewedForMs: 1_000 });
    let next: Claim | null = null;
    const isFree = async () => (next = await claim(site.strapi, 'hanging', LONG)) !== null;
    await until('another to have it', isFree);
    await expect(hanging?.hold()).rejects.toMatchObject({ name: 'Busy' });
    expect(next).not.toBeNull();
  });
});
