import fc from 'fast-check';
import { laidOver, patched } from './layers';
import { settingLimits } from './setting-limits';
import { changeSettings, fixedPaths, optionsFrom, settingsOf } from './settings';

const never = (path: string) => {
  throw new Error(`${path} was left out`);
};

describe('patched', () => {
  it('is a JSON Merge Patch', () => {
    const tree = { a: { b: 1, c: 2 }, d: [1, 2], e: 'x' };
    expect(patched(tree, { a: { b: null, f: 3 }, d: [3], e: null })).toEqual({
      a: { c: 2, f: 3 },
      d: [3],
    });
    expect(patched(tree, { a: { b: null, c: null } })).not.toHaveProperty('a');
    expect(patched(tree, {})).toEqual(tree);
  });
});

describe('laidOver', () => {
  it('lets what is above win, group by group, and lists as a whole', () => {
    expect(laidOver({ a: { b: 1, c: 2 }, d: [1, 2] }, { a: { b: 3 }, d: [4] })).toEqual({
      a: { b: 3, c: 2 },
      d: [4],
    });
  });

  it('takes nothing for said that every object has', () => {
    expect(laidOver({ words: { constructor: 'draft' } }, { words: { live: 'publish' } })).toEqual({
      words: { constructor: 'draft', live: 'publish' },
    });
  });
});

describe('changeSettings', () => {
  const word = fc.stringMatching(/^[a-zA-Z_]{1,20}$/).filter((text) => text !== '__proto__');
  const effect = fc.constantFrom('draft', 'publish', 'unpublish', 'ignore');

  it('maps each word the way that was said last, in whatever case', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, effect), { maxLength: 20 }), (said) => {
        let stored = {};
        const expected = new Map<string, string>();
        for (const [own, what] of said) {
          const change = changeSettings({}, stored, { statusMap: { [own]: what } });
          if (!change.ok) throw new Error('refused');
          ({ stored } = change);
          expected.set(own.toLowerCase(), what);
        }
        const { statusMap } = optionsFrom({}, stored, never);
        expect(new Map(Object.entries(statusMap))).toEqual(expected);
      }),
    );
  });

  it('names a part that there is not, with its group, and the one that was meant', () => {
    expect(changeSettings({}, {}, { rateLimit: { perMinut: 5 } })).toEqual({
      ok: false,
      issues: expect.arrayContaining([
        {
          path: 'rateLimit.perMinut',
          message: 'there is no such option; did you mean "perMinute"?',
        },
      ]),
    });
  });

  it('never changes what the config files fix', () => {
    const site = { publishOnReady: true, images: { maxBytes: 5000 }, statusMap: { Live: 'draft' } };
    expect(fixedPaths(site)).toEqual(['statusMap.Live', 'publishOnReady', 'images.maxBytes']);
    for (const patch of [
      { publishOnReady: false },
      { images: { maxBytes: 2048, maxFrames: 2 } },
      { statusMap: { LIVE: null } },
    ]) {
      expect(changeSettings(site, {}, patch)).toMatchObject({
        ok: false,
        fixed: expect.any(String),
      });
    }
    expect(changeSettings(site, {}, { images: { maxFrames: 2 } })).toMatchObject({
      ok: true,
      options: { images: { maxBytes: 5000, maxFrames: 2 } },
    });
  });

  it.each([
    ['__proto__', JSON.parse('{"statusMap": {"__proto__": "draft"}}') as object],
    ['a word too long', { statusMap: { ['x'.repeat(256)]: 'draft' } }],
    [
      'too many words',
      { statusMap: Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`w${n}`, 'draft'])) },
    ],
    ['a group that is none', { images: 3 }],
    ['words that are none', { statusMap: ['draft'] }],
    ['a word that says two things', { statusMap: { Live: 'publish', LIVE: 'draft' } }],
  ])('refuses %s', (_, patch) => {
    expect(changeSettings({}, {}, patch)).toMatchObject({ ok: false, issues: [{}] });
  });
});

describe('optionsFrom', () => {
  it('leaves out what is stored and makes no sense any more, and nothing else', () => {
    const dropped: string[] = [];
    const stored = {
      maxBodyBytes: 'many',
      publishOnReady: true,
      gone: 1,
      images: { maxFrames: 0 },
    };
    const options = optionsFrom({}, stored, (path) => dropped.push(path));
    expect(options).toMatchObject({ maxBodyBytes: 32 * 1024 * 1024, publishOnReady: true });
    expect(dropped.sort()).toEqual(['gone', 'images.maxFrames', 'maxBodyBytes']);
  });

  it('ends where somebody wrote a path into the database in the place of a name', () => {
    const dropped: string[] = [];
    const stored = { 'planned.time': '07:30', statusMap: { 'in.review': 7, ready: 'publish' } };
    optionsFrom({}, stored, (path) => dropped.push(path));
    expect(dropped).toContain('planned.time');
  });
});

describe('settings and their limits', () => {
  it('name every number that can be changed', () => {
    const settings = settingsOf(optionsFrom({}, { rateLimit: { perMinute: 5 } }, never));
    const numbers = Object.entries({ ...settings, ...settings.images })
      .filter(([, value]) => typeof value === 'number')
      .map(([name]) => name);
    const limited = Object.keys(settingLimits()).map((path) => path.split('.').at(-1));
    expect(limited).toEqual(expect.arrayContaining([...numbers, 'perMinute', 'bodiesDays']));
  });
});
