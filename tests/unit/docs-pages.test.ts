import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { blocksOf, PAGES, ROOT } from '../support/pages';

/** The anchor that GitHub makes of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    anchorOf(heading),
  );

describe.each(PAGES)('%s', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');

  it('has links that lead somewhere', () => {
    const links = [...text.matchAll(/\]\((?!https?:|mailto:)([^)]+)\)/g)].map(
      ([, link = '']) => link,
    );
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('has samples of code that can be read', () => {
    const broken = blocksOf(page).flatMap(({ language, code }) => {
      if (language === 'json') {
        try {
          JSON.parse(code);
          return [];
        } catch (error) {
          return [`${String(error)}: ${code}`];
        }
      }
      if (!/^[jt]sx?$/.test(language)) return [];
      const { diagnostics = [] } = ts.transpileModule(code, {
        reportDiagnostics: true,
        compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
      });
      return diagnostics.map(
        ({ messageText }) => `${ts.flattenDiagnosticMessageText(messageText, ' ')}: ${code}`,
      );
    });
    expect(broken).toEqual([]);
  });
});

it('leaves no picture in docs that no page shows', () => {
  const shown = PAGES.map((page) => readFileSync(join(ROOT, page), 'utf8')).join('\n');
  const pictures = readdirSync(join(ROOT, 'docs', 'images'));
  expect(pictures.filter((name) => !shown.includes(`images/${name}`))).toEqual([]);
});
