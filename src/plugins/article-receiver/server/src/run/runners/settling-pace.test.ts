import { SettlingPace } from './settling-pace';

describe('SettlingPace', () => {
  const many = jest.fn();
  let pace: SettlingPace;
  beforeEach(() => {
    many.mockClear();
    pace = new SettlingPace(many);
  });
  const after = (looks: number, slugOf: (look: number) => string = () => 'top') =>
    Array.from({ length: looks }, (_, look) => pace.after([slugOf(look)]));

  it('lets many articles have what became free, and a chain of them move up, at once', () => {
    expect(new Set(after(1_000, (look) => `top-${look}`))).toEqual(new Set([0]));
    expect(new Set(after(49))).toEqual(new Set([0]));
    expect(many).not.toHaveBeenCalled();
  });

  it('slows down what has no end, and says so once', () => {
    after(50);
    expect(after(7)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(many.mock.calls).toEqual([[['top']]]);
  });

  it('begins anew once there was nothing to settle', () => {
    after(60);
    expect(pace.after([])).toBe(0);
    expect(new Set(after(50))).toEqual(new Set([0]));
  });
});
