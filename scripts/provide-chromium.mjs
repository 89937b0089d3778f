/**
 * Makes sure that there is a Chromium for the browser tests: the one that CHROMIUM_PATH names, the
 * system's, or Debian's package, installed now. Says why when there is none to be had.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const list = new URL('./support/chromium-places.json', import.meta.url);
const places = [
  process.env.CHROMIUM_PATH ?? '',
  .../** @type {string[]} */ (JSON.parse(readFileSync(list, 'utf8'))),
];
const isThere = () => places.some((place) => place !== '' && existsSync(place));

/**
 * @param {string} command
 * @param {string[]} args
 */
function succeeds(command, ...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: 'inherit', env }).status === 0;
}

/** Whoever is not root asks for it, without a password: nobody is there to type one. */
const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];

/** @param {string[]} args */
function apt(...args) {
  const [command = '', ...rest] = [...asRoot, 'apt-get', ...args];
  return succeeds(command, ...rest);
}

if (!isThere() && process.platform === 'linux') {
  console.log('There is no Chromium yet; installing the package of this system.');
  const install = () => apt('install', '-y', '--no-install-recommends', 'chromium');
  // Lists of packages that are there already spare the download of new ones.
  if (!install() && apt('update')) install();
}

if (!isThere()) {
  console.error(
    'The browser tests cannot run: there is no Chromium, and it could not be installed with apt-get. ' +
      'Install one, or name one with CHROMIUM_PATH.',
  );
  process.exit(1);
}
