import type { Core } from '@strapi/types';
import { askedTogether, beforeChange, foundTogether, lookAtEach } from './looks';
import { Stopped } from '../faults/outcomes';

const strapi = {} as Core.Strapi;
const atOnce = () => Promise.resolve();

/** Doubles numbers, and keeps what it was asked in one go. */
function doubling() {
  const asked: number[][] = [];
  const double = askedTogether<number, number>((_, numbers) => {
    asked.push([...numbers]);
    return Promise.resolve((number) => 2 * number);
  });
  return { asked, double };
}

describe('questions', () => {
  it('are asked at once by whoever is in no look', async () => {
    const { asked, double } = doubling();
    expect(await Promise.all([double(strapi, 1), double(strapi, 2)])).toEqual([2, 4]);
    expect(asked).toEqual([[1], [2]]);
  });

  it('of several looks are asked together, those that follow too', async () => {
    const { asked, double } = doubling();
    const look = async (number: number) => double(strapi, await double(strapi, number));
    expect(await lookAtEach([1, 2, 3], look, atOnce)).toEqual([4, 8, 12]);
    expect(asked).toEqual([
      [1, 2, 3],
      [2, 4, 6],
    ]);
  });

  it('by keys ask for each key once, and give everybody their own', async () => {
    const asked: string[][] = [];
    const find = foundTogether<string, string>((_, keys) => {
      asked.push([...keys]);
      return Promise.resolve(
        new Map(keys.filter((key) => key !== 'none').map((key) => [key, `${key}!`])),
      );
    });
    const keys = [['a', 'b'], ['b', 'none'], []];
    const found = await lookAtEach(keys, async (own) => [...(await find(strapi, own))], atOnce);
    expect(found).toEqual([
      [
        ['a', 'a!'],
        ['b', 'b!'],
      ],
      [['b', 'b!']],
      [],
    ]);
    expect(asked).toEqual([['a', 'b', 'none']]);
  });

  it('give way before each is asked', async () => {
    const { asked, double } = doubling();
    const before: number[] = [];
    const giveWay = () => Promise.resolve(void before.push(asked.length));
    await lookAtEach([1, 2], async (n) => double(strapi, await double(strapi, n)), giveWay);
    expect(before).toEqual([0, 1]);
  });

  it('that fail end the looks that asked them', async () => {
    const fail = askedTogether<number, number>(() => Promise.reject(new Error('away')));
    const look = (number: number) =>
      number === 2 ? Promise.resolve(number) : fail(strapi, number);
    expect(await lookAtEach([1, 2, 3], look, atOnce)).toEqual([null, 2, null]);
  });
});

describe('a look', () => {
  it('ends at the first thing that it would change, and the others go on', async () => {
    const look = (number: number) => {
      if (number === 2) beforeChange();
      return Promise.resolve(number);
    };
    expect(await lookAtEach([1, 2, 3], look, atOnce)).toEqual([1, null, 3]);
  });

  it('has something to change also where somebody caught that', async () => {
    const { double } = doubling();
    const look = async (number: number) => {
      const doubled = await double(strapi, number);
      try {
        beforeChange();
      } catch {
        return doubled;
      }
      return doubled;
    };
    expect(await lookAtEach([1], look, atOnce)).toEqual([null]);
  });

  it('ends with the site, and so do those that wait', async () => {
    const { double } = doubling();
    const look = (number: number) =>
      number === 1 ? Promise.reject(new Stopped('the site is stopping')) : double(strapi, number);
    await expect(lookAtEach([1, 2], look, atOnce)).rejects.toBeInstanceOf(Stopped);
  });

  it('is over for what goes on outside of it', async () => {
    await lookAtEach([1], (number) => Promise.resolve(number), atOnce);
    expect(() => beforeChange()).not.toThrow();
  });

  it('of nothing is nothing', async () => {
    expect(await lookAtEach([], () => Promise.resolve(1), atOnce)).toEqual([]);
  });
});
