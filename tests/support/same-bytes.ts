import { expect } from '@jest/globals';

/** Jest compares bytes one by one, as it would the entries of a list: seconds for a picture. */
expect.addEqualityTesters([
  (one: unknown, other: unknown) =>
    Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : undefined,
]);
