import { repeated } from './transaction';

const IN_THE_WAY = Object.assign(new Error('the database is locked'), { code: 'SQLITE_BUSY' });

describe('what another transaction was in the way of', () => {
  afterEach(() => void jest.useRealTimers());

  it('is done again, though somebody set the clock meanwhile', async () => {
    jest.useFakeTimers({ doNotFake: ['performance', 'setTimeout', 'setImmediate', 'nextTick'] });
    let tries = 0;
    const done = repeated(() => {
      jest.setSystemTime(Date.now() + 24 * 60 * 60_000);
      tries += 1;
      return tries < 3 ? Promise.reject(IN_THE_WAY) : Promise.resolve('done');
    });
    await expect(done).resolves.toBe('done');
  });
});
