import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string | null;
  nodes: { html: string }[];
}

/** What axe finds serious or critical in a part of the page, in words, by light and in the dark. */
export async function seriousFindings(page: Page, part: string): Promise<string[]> {
  const findings: string[] = [];
  await page.evaluate(`window.axe || (() => { ${AXE} })()`);
  const still = await page.addStyleTag({ content: '* { transition: none !important }' });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settledColours(page);
    findings.push(...(await findingsNow(page, part)).map((words) => `${colorScheme}: ${words}`));
  }
  await still.evaluate((style) => void style.parentNode?.removeChild(style));
  return findings;
}

/** The other theme comes with the next render: two looks in a row have to be the same. */
async function settledColours(page: Page): Promise<void> {
  const look = () =>
    page.evaluate(
      "[...document.querySelectorAll('main *')].map((e) => getComputedStyle(e).color + getComputedStyle(e).backgroundColor).join()",
    );
  let before: unknown;
  let now = await look();
  do {
    before = now;
    await page.evaluate('new Promise((done) => setTimeout(done, 60))');
    now = await look();
  } while (now !== before);
}

async function findingsNow(page: Page, part: string): Promise<string[]> {
  const findings = (await page.evaluate(
    `axe.run(${JSON.stringify(part)}).then(({ violations }) => violations)`,
  )) as Finding[];
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}
