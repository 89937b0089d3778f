import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { newConfig, targetFile, withTarget } from './edit-config';

export interface WrittenConfig {
  /** The file that was written, from the site's folder. */
  file: string;
  /** What is left to do by hand; empty when nothing is. */
  steps: string[];
}

interface Compiler {
  transpileModule(
    source: string,
    options: { reportDiagnostics: true; fileName: string },
  ): { diagnostics?: unknown[] };
}

const NAME = 'article-receiver-target';

/**
 * Writes a mapping into the site's configuration: into `config/plugins` where it is plain to see
 * where it belongs there, else into a file of its own, to be named in `config/plugins` by hand.
 * No file that is there is ever lost: what cannot be edited safely stays as it is.
 */
export async function writeConfig(site: string, target: unknown): Promise<WrittenConfig> {
  const language = existsSync(join(site, 'tsconfig.json')) ? 'ts' : 'js';
  const names = ['ts', 'js', 'mjs', 'cjs'].map((extension) => `config/plugins.${extension}`);
  const [file, another] = names.filter((name) => existsSync(join(site, name)));
  if (file === undefined) {
    const fresh = `config/plugins.${language}`;
    await mkdir(join(site, 'config'), { recursive: true });
    await replace(join(site, fresh), newConfig(target, language));
    return { file: fresh, steps: [] };
  }
  const edited = another ? null : withTarget(await readFile(join(site, file), 'utf8'), target);
  if (edited !== null && isSound(site, edited, file)) {
    await replace(join(site, file), edited);
    return { file, steps: [] };
  }
  const own = `src/${NAME}.${language}`;
  await mkdir(join(site, 'src'), { recursive: true });
  await replace(join(site, own), targetFile(target, language));
  const load =
    language === 'ts'
      ? `import target from '../src/${NAME}';`
      : `const target = require('../src/${NAME}');`;
  return {
    file: own,
    steps: [`at the top of ${file}: ${load}`, `in its 'article-receiver': config: { target },`],
  };
}

/** Whether an edited file still can be read, as far as the site's own compiler can say. */
function isSound(site: string, source: string, file: string): boolean {
  try {
    const fromStrapi = createRequire(
      createRequire(join(site, 'package.json')).resolve('@strapi/strapi/package.json'),
    );
    const fromTools = createRequire(fromStrapi.resolve('@strapi/typescript-utils/package.json'));
    const compiler = fromTools('typescript') as Compiler;
    const options = { reportDiagnostics: true, fileName: file } as const;
    return (compiler.transpileModule(source, options).diagnostics ?? []).length === 0;
  } catch {
    return false;
  }
}

async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
