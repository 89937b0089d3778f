import fc from 'fast-check';

/**
 * A change is judged by the same generated cases each time it is checked; whoever works on it gets
 * new ones with every run, and the seed of one that fails.
 */
if (process.env.CI) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_121 });
