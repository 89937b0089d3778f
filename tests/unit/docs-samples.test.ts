import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXEMPT, kindOf, KINDS, SAMPLES, samplesOf, type KindName } from '../support/docs-samples';
import { PAGES, ROOT, textOf } from '../support/pages';

const NAMES = Object.keys(KINDS) as KindName[];

describe('the samples of the README and docs', () => {
  it('are all found', () => {
    const fences = PAGES.flatMap((page) => textOf(page).match(/^ *```/gm) ?? []);
    expect(SAMPLES).toHaveLength(fences.length / 2);
  });

  it('are each held against what they are for, or exempt with a reason', () => {
    const open = SAMPLES.filter(
      (block) =>
        kindOf(block) === null &&
        !EXEMPT.some(({ page, begins }) => block.page === page && block.code.startsWith(begins)),
    );
    expect(open.map(({ page, code }) => `${page}: ${code}`)).toEqual([]);
    // A test has to name why what it does not check cannot be wrong.
    expect(EXEMPT.length).toBeLessThanOrEqual(3);
    for (const { page, begins } of EXEMPT) {
      expect(SAMPLES.some((block) => block.page === page && block.code.startsWith(begins))).toBe(
        true,
      );
    }
  });

  it.each(NAMES)('of %s are there, and a test reads them from the page', (name) => {
    const { checkedBy } = KINDS[name];
    expect(existsSync(join(ROOT, checkedBy))).toBe(true);
    const pages = new Set(samplesOf(name).map(({ page }) => page));
    const test = readFileSync(join(ROOT, checkedBy), 'utf8');
    const reads = [`('${name}'`, ...pages];
    expect(reads.some((text) => test.includes(text))).toBe(true);
  });
});
