import { whileAway } from './while-away';

const away = () => Object.assign(new Error('of a driver'), { code: 'ECONNREFUSED' });

describe('whileAway', () => {
  it('does it again until the database is back', async () => {
    let tries = 0;
    const work = () => {
      tries += 1;
      return tries < 3 ? Promise.reject(away()) : Promise.resolve(tries);
    };
    expect(await whileAway(work)).toBe(3);
  });

  it('does it again where the database took longer than it may', async () => {
    const late = Object.assign(new Error('of a driver'), { code: '57014' });
    const work = jest.fn(() => Promise.resolve('done')).mockRejectedValueOnce(late);
    expect(await whileAway(work)).toBe('done');
  });

  it('gives up when its time is over, with what was said last', async () => {
    let tries = 0;
    const work = () => {
      tries += 1;
      return Promise.reject(Object.assign(away(), { tries }));
    };
    await expect(whileAway(work, 150)).rejects.toMatchObject({ tries: 2 });
  });

  it('does nothing again that failed for another reason', async () => {
    const work = jest.fn(() => Promise.reject(new Error('a full disk')));
    await expect(whileAway(work)).rejects.toThrow('a full disk');
    expect(work).toHaveBeenCalledTimes(1);
  });
});
