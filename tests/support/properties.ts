import fc from 'fast-check';

/**
 * A change is judged by the same generated cases each time it is checked; whoever works on it gets
 * new ones with every run, and the seed of one that fails. `npm run test:fresh` names its seeds.
 */
const seed = process.env.PROPERTY_SEED ?? (process.env.CI ? '20261121' : undefined);

if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
