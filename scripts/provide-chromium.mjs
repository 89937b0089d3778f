/**
 * Makes sure that there is a Chromium for the browser tests: the one that CHROMIUM_PATH names, the
 * system's, or Debian's package, installed now. Says why when there is none to be had.
 *
 * Debian's `chromium-headless-shell` is the same engine without the windows, bars and pages of the
 * browser around it, which `chromium --headless` runs too: the tests take a fifth less time with it. CI
 * asks for it also where there is a whole Chromium.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const list = new URL('./support/chromium-places.json', import.meta.url);
const [shell = '', ...browsers] = /** @type {string[]} */ (JSON.parse(readFileSync(list, 'utf8')));
const named = process.env.CHROMIUM_PATH ?? '';
/** @param {string[]} places */
const isThere = (...places) => places.some((place) => place !== '' && existsSync(place));
const isAnyThere = () => isThere(named, shell, ...browsers);

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

/** @param {string} name of the package. */
const install = (name) => apt('install', '-y', '--no-install-recommends', name);
const installAny = () => install('chromium-headless-shell') || install('chromium');

if (process.platform === 'linux') {
  if (!isAnyThere()) {
    console.log('There is no Chromium yet; installing the package of this system.');
    // Lists of packages that are there already spare the download of new ones.
    if (!installAny() && apt('update')) installAny();
  } else if (process.env.CI && !isThere(named, shell)) {
    install('chromium-headless-shell');
  }
}

if (!isAnyThere()) {
  console.error(
    'The browser tests cannot run: there is no Chromium, and it could not be installed with apt-get. ' +
      'Install one, or name one with CHROMIUM_PATH.',
  );
  process.exit(1);
}
