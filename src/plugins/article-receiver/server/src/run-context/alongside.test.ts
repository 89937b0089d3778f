import { alongside } from './alongside';

describe('what goes along with work', () => {
  const color = alongside<string>();
  const size = alongside<number>();

  it('is there wherever the work leads, and nowhere else', async () => {
    const later = async () => {
      await Promise.resolve();
      return color.get();
    };
    expect(color.get()).toBeUndefined();
    await expect(color.run('red', later)).resolves.toBe('red');
    await expect(Promise.all([color.run('red', later), color.run('blue', later)])).resolves.toEqual(
      ['red', 'blue'],
    );
    expect(color.get()).toBeUndefined();
  });

  it('goes along with what else does, and takes the place of its like', () => {
    color.run('red', () =>
      size.run(1, () => {
        expect([color.get(), size.get()]).toEqual(['red', 1]);
        color.run('blue', () => expect([color.get(), size.get()]).toEqual(['blue', 1]));
        expect([color.get(), size.get()]).toEqual(['red', 1]);
      }),
    );
  });

  it('may be nothing where there was something', () => {
    const maybe = alongside<string | undefined>();
    maybe.run('there', () =>
      maybe.run(undefined, () => {
        expect(maybe.get()).toBeUndefined();
      }),
    );
  });
});
