import { parseOptions } from './options';

describe('parseOptions', () => {
  it('fills in the defaults of the contract', () => {
    expect(parseOptions(undefined)).toMatchObject({
      maxBodyBytes: 32 * 1024 * 1024,
      publishOnReady: false,
      statusMap: {},
      editorEdits: 'keep',
      html: 'escape',
      runner: 'embedded',
    });
  });

  it('fills in the rest of a group that is set in part', () => {
    const { images, retry } = parseOptions({ images: { folder: 'Press' }, retry: { attempts: 3 } });
    expect(images).toEqual({ ...parseOptions({}).images, folder: 'Press' });
    expect(retry).toEqual({ ...parseOptions({}).retry, attempts: 3 });
  });

  it.each([
    ['an unknown option', { publishOnRedy: true }, 'publishOnRedy'],
    ['an unknown option in a group', { images: { maxByte: 1 } }, '"images.maxByte"'],
    ['a wrong type', { publishOnReady: 'yes' }, '"publishOnReady"'],
    ['an effect that there is not', { statusMap: { live: 'show' } }, '"statusMap.live"'],
    [
      'a word that says two things',
      { statusMap: { Live: 'publish', live: 'draft' } },
      '"statusMap.live": expected what "Live" says',
    ],
    [
      'a language with two locales',
      { languageMap: { Spanish: 'es', ' spanish': 'es-MX' } },
      '"languageMap. spanish"',
    ],
    ['a limit out of range', { maxBodyBytes: 0 }, '"maxBodyBytes"'],
    ['a delay beyond what a timer takes', { bodyTimeoutMs: 2 ** 31 }, '"bodyTimeoutMs"'],
    [
      'an age beyond what a date takes',
      { retention: { bodiesDays: 1e9 } },
      '"retention.bodiesDays"',
    ],
    ['an age of images, too', { retention: { imagesDays: 1e9 } }, '"retention.imagesDays"'],
    ['an empty folder', { images: { folder: ' ' } }, '"images.folder"'],
    ['something else than options', 'none', 'the configuration'],
  ])('refuses %s and names it', (_, config, named) => {
    expect(() => parseOptions(config)).toThrow(named);
  });

  it.each([
    ['a word that is none of the option’s', { publishOnReady: 'yes' }, "true, false or 'planned'"],
    ['a type without its fields', { target: { type: 'api::post.post' } }, 'map --type'],
    [
      'an id that is text',
      { alerts: { mail: { to: ['1'] } } },
      'the id of an administrator, as a number',
    ],
    ['a path of folders', { images: { folder: 'Press/Articles' } }, 'the name of a folder'],
    ['half an id', { alerts: { mail: { to: [1.5] } } }, 'the id of an administrator, as a number'],
    ['no fields at all', { target: { type: 'api::post.post', fields: {} } }, 'map --type'],
  ])('says of %s what was expected', (_, config, expected) => {
    expect(() => parseOptions(config)).toThrow(expected);
  });

  it.each([
    [
      { publishOnRedy: true },
      '"publishOnRedy": there is no such option; did you mean "publishOnReady"?',
    ],
    [
      { planned: { timezone: 'UTC' } },
      '"planned.timezone": there is no such option; did you mean "timeZone"?',
    ],
    [
      { target: { type: 'api::a.a', field: {} } },
      '"target.field": there is no such option; did you mean "fields"?',
    ],
    [{ checks: { evryHours: 1 } }, /^"checks\.evryHours": there is no such option$/],
    [
      { checks: { timoutMs: 1 } },
      '"checks.timoutMs": there is no such option; did you mean "timeoutMs"?',
    ],
  ])('says of %j which option was meant', (config, said) => {
    expect(() => parseOptions(config)).toThrow(said);
  });

  it('names every wrong option at once', () => {
    expect(() => parseOptions({ html: 'maybe', editorEdits: 'lose' })).toThrow(
      /"editorEdits".*;.*"html"|"html".*;.*"editorEdits"/,
    );
  });
});
