import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, cliProcess, foreignSite } from '../support/site/cli';

// Every command loads a whole site in a process of its own.
jest.setTimeout(300_000);

/** Ends the process as soon as the site's own code is about to be written, after its configuration. */
const KILLED = `
const fs = require('node:fs');
const { openSync } = fs;
fs.openSync = (file, ...others) => {
  if (/dist.src.index\\.js$/.test(String(file))) process.kill(process.pid, 'SIGKILL');
  return openSync(file, ...others);
};
`;

describe('a command that compiles the site', () => {
  it('does so again where it was interrupted, and takes nothing for the site that is half of it', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'article-receiver-'));
    try {
      await foreignSite(directory, 'typescript');
      const code = `export default { bootstrap() { console.error('whole'); } };\n`;
      await writeFile(join(directory, 'src/index.ts'), code);
      const hook = join(directory, 'killed.js');
      await writeFile(hook, KILLED);
      const env = { NODE_OPTIONS: `--require ${hook}` };
      expect((await cliProcess(['status'], { cwd: directory, env })).code).toBeNull();
      for (const run of [1, 2]) {
        const { code: ended, stderr } = await cli(['status'], { cwd: directory });
        expect([run, ended, stderr]).toEqual([run, 0, expect.stringMatching(/^whole$/m)]);
      }
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });
});
