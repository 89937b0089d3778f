/** Booting a whole site and writing responsive images takes seconds, more on a busy machine. */
jest.setTimeout(300_000);
