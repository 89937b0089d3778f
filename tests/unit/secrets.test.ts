import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSecrets, requireSecrets } from '../../src/secrets';

const NAMES = [
  'APP_KEYS',
  'API_TOKEN_SALT',
  'ADMIN_JWT_SECRET',
  'TRANSFER_TOKEN_SALT',
  'ENCRYPTION_KEY',
  'JWT_SECRET',
];

describe('secrets', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    file = join(folder, '.env');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const lines = () => readFileSync(file, 'utf8').trimEnd().split('\n');

  it('makes all of them on a fresh clone and keeps them where only the owner can read', () => {
    const env: Record<string, string | undefined> = { ENV_PATH: file };
    keepSecrets(env);

    expect(lines()).toEqual(NAMES.map((name) => `${name}=${env[name]}`));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(new Set(NAMES.map((name) => env[name])).size).toBe(NAMES.length);
    expect(env.APP_KEYS?.split(',')).toHaveLength(4);
  });

  it('adds only what is missing, and nothing the second time', () => {
    writeFileSync(file, 'PORT=4000\nJWT_SECRET=mine');
    const env = { ENV_PATH: file, JWT_SECRET: 'mine' };
    keepSecrets(env);
    keepSecrets(env);

    expect(lines().slice(0, 2)).toEqual(['PORT=4000', 'JWT_SECRET=mine']);
    expect(lines()).toHaveLength(2 + NAMES.length - 1);
    expect(env.JWT_SECRET).toBe('mine');
  });

  it('makes nothing up in production, but says what is missing', () => {
    const env = { ENV_PATH: file, NODE_ENV: 'production', APP_KEYS: 'a,b' };
    keepSecrets(env);

    expect(() => readFileSync(file)).toThrow('ENOENT');
    expect(() => requireSecrets(env)).toThrow(
      'API_TOKEN_SALT, ADMIN_JWT_SECRET, TRANSFER_TOKEN_SALT, ENCRYPTION_KEY, JWT_SECRET are not set',
    );
  });

  it('is content when all are set', () => {
    const env = Object.fromEntries(NAMES.map((name) => [name, 'set']));
    expect(() => requireSecrets(env)).not.toThrow();
  });
});
