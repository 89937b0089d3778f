import { nameFault } from './token-name';

describe('nameFault', () => {
  it.each([
    ['config 1', 'configured'],
    ['Environment 12', 'configured'],
    ['test delivery', 'test'],
    ['Test delivery abc', 'test'],
    ['test delivery 0123456789abcdef01234567', 'test'],
  ])('says whose names are like %j', (name, fault) => {
    expect(nameFault(name)).toBe(fault);
  });

  it.each(['newsroom', 'config', 'config one', 'our test delivery', 'test delivery of Monday'])(
    'has nothing to say of %j',
    (name) => {
      expect(nameFault(name)).toBeNull();
    },
  );
});
