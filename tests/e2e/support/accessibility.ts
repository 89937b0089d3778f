import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** What axe finds serious or critical in a part of the page, in words. */
export async function seriousFindings(page: Page, part: string): Promise<string[]> {
  await page.evaluate(AXE);
  const findings = (await page.evaluate(
    `axe.run(${JSON.stringify(part)}).then(({ violations }) => violations)`,
  )) as Finding[];
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}
