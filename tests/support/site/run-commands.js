'use strict';

/**
 * Runs `article-receiver` commands one after another in one process: each but the first has its
 * modules already. Reads `{ args, cwd, env }` from standard input, a line each, and writes
 * `{ code, stdout, stderr }` to file descriptor 3, the outputs in base64:
 * `node run-commands.js PATH_OF_THE_COMMAND_LINE`.
 */
const { writeSync } = require('node:fs');
const { createInterface } = require('node:readline');

const [commandLine] = process.argv.slice(2);
const output = { stdout: [], stderr: [] };
/** What ends the command that runs. */
let ended = () => undefined;

/** In the place of a stream's `write`. */
const capture =
  (name) =>
  (data, ...others) => {
    output[name].push(Buffer.from(data, typeof others[0] === 'string' ? others[0] : 'utf8'));
    const written = others.find((other) => typeof other === 'function');
    if (written) process.nextTick(written);
    return true;
  };
const streams = { stdout: capture('stdout'), stderr: capture('stderr') };
process.exit = (code) => ended(code);

/** As at the beginning of a process: a command changes where its output goes. */
function begin({ cwd, env }) {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  for (const name of ['stdout', 'stderr']) {
    output[name] = [];
    process[name].write = streams[name];
    process[name].removeAllListeners('error');
  }
}

async function answer(line) {
  const { args, ...place } = JSON.parse(line);
  begin(place);
  const code = await new Promise((resolve, reject) => {
    ended = resolve;
    require(commandLine)
      .run([process.execPath, 'article-receiver', ...args])
      .catch(reject);
  });
  const text = (name) => Buffer.concat(output[name]).toString('base64');
  writeSync(3, `${JSON.stringify({ code, stdout: text('stdout'), stderr: text('stderr') })}\n`);
}

// The next is asked for only when one has ended.
createInterface({ input: process.stdin }).on('line', (line) => void answer(line));
