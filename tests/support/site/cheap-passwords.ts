import { createRequire } from 'node:module';

interface Bcrypt {
  /** @param roundsOrSalt a salt where a password is compared with what is stored. */
  hash(text: string, roundsOrSalt: number | string, ...callback: unknown[]): unknown;
}

/** As few as bcrypt takes: Strapi's ten take 70 ms for each password that is set, and each that is asked for. */
const ROUNDS = 4;

const ofStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
/** The one that administrators are signed in with. */
const bcrypt = createRequire(ofStrapi.resolve('@strapi/admin/package.json'))('bcryptjs') as Bcrypt;
const { hash } = bcrypt;

bcrypt.hash = (text, roundsOrSalt, ...callback) =>
  hash(text, typeof roundsOrSalt === 'number' ? ROUNDS : roundsOrSalt, ...callback);
