import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

const COMMAND_LINE = join(__dirname, '../../../src/plugins/article-receiver/dist/cli');

/** What a command came to. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Command {
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** A process that runs commands one after another; see `run-commands.js`. */
export class CommandProcess {
  private child: ChildProcess | null = null;
  isBusy = false;

  /** @throws when the process ended instead of the command, with what it printed. */
  async run(command: Command): Promise<Ended> {
    this.isBusy = true;
    try {
      const child = (this.child ??= this.start());
      const answered = answerOf(child);
      child.stdin?.write(`${JSON.stringify(command)}\n`);
      return await answered;
    } finally {
      this.isBusy = false;
    }
  }

  end(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }

  private start(): ChildProcess {
    const child = spawn(process.execPath, [join(__dirname, 'run-commands.js'), COMMAND_LINE], {
      stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    });
    child.once('exit', () => {
      if (this.child === child) this.child = null;
    });
    return child;
  }
}

/** What the process says of the command that it was given. */
function answerOf(child: ChildProcess): Promise<Ended> {
  const lines = createInterface({ input: child.stdio[3] as Readable });
  return new Promise<Ended>((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`The command's process ended: ${code}`));
    child.once('exit', gone);
    lines.once('line', (line) => {
      child.off('exit', gone);
      const { code, stdout, stderr } = JSON.parse(line) as Ended;
      const text = (data: string) => Buffer.from(data, 'base64').toString();
      resolve({ code, stdout: text(stdout), stderr: text(stderr) });
    });
  }).finally(() => lines.close());
}
