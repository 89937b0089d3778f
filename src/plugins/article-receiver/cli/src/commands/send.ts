import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { InvalidArgumentError, Option } from 'commander';
import { bodiesOf, type ReadBody } from '../bodies';
import { counted } from '../counted';
import { EXIT, usageError, type ExitCode } from '../exit';
import { note, print, printJson, visible } from '../output';
import { showProgress } from '../progress';
import { sendingOrder } from '../send/order';
import { post, type Sent, type Target } from '../send/post';
import { MAX_TIMER_MS, parseCount, parseDuration, parseRate } from '../time';
import type { AddCommand } from './add';

interface SendOptions {
  url: URL;
  token?: string;
  repeat: number;
  shuffle?: boolean;
  seed?: number;
  rate?: number;
  gzip?: boolean;
  timeout: number;
  json?: boolean;
}

interface SentFile extends Sent {
  file: string;
}

const MAX_SEED = 2 ** 32 - 1;

/** Commander would repeat the address in its complaint: it may have the token in it. */
function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url;
  throw usageError('--url: expected an http or https address');
}

/** What no header takes, `fetch` would repeat in its complaint. */
function parseToken(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw usageError('--token: expected letters, digits and signs without spaces');
}

function parseSeed(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) <= MAX_SEED) return Number(text);
  throw new InvalidArgumentError(`Expected a whole number up to ${MAX_SEED}.`);
}

const parseTimeout = (text: string): number => Math.min(parseDuration(text), MAX_TIMER_MS);

/** `send`: deliveries from files to a webhook, over HTTP, like the service. */
export const send: AddCommand = (program, end) => {
  program
    .command('send')
    .description('send deliveries from files to a webhook, one after the other')
    .argument('<file...>', 'bodies of deliveries')
    .requiredOption('--url <url>', "the webhook's address", parseUrl)
    .option('--token <token>', 'the token, when the address does not have it', parseToken)
    .option('--repeat <n>', 'send all of them n times', parseCount, 1)
    .option('--shuffle', 'in an order of its own')
    .option('--seed <n>', 'the same order again', parseSeed)
    .option('--rate <n>', 'at most n a second', parseRate)
    .option('--gzip', 'compress the bodies')
    .addOption(
      new Option('--timeout <duration>', 'how long to wait for an answer')
        .argParser(parseTimeout)
        .default(60_000, '60s'),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExits with 1 when an answer was not 2xx, with 3 when there was none at all.',
    )
    .action(async (files: string[], options: SendOptions) => {
      const sent = await sendAll(await bodiesOf(files), files, options);
      end(await report(sent, options));
    });
};

async function sendAll(
  bodyOf: ReadBody,
  files: readonly string[],
  options: SendOptions,
): Promise<SentFile[]> {
  const { url, token = null, repeat, rate, gzip = false, timeout: timeoutMs } = options;
  const seed = seedOf(options);
  const target: Target = { url, token, gzip, timeoutMs };
  const order = sendingOrder(files, { repeat, seed });
  const progress = showProgress('Sending', order.length);
  const since = Date.now();
  const sent: SentFile[] = [];
  try {
    for (const [index, file] of order.entries()) {
      if (rate) await sleep(Math.max(0, since + (index * 1000) / rate - Date.now()));
      const body = await bodyOf(file);
      const result = await post(gzip ? gzipSync(body) : body, target);
      sent.push({ file, ...result });
      if (!options.json) await printSent(file, result, progress.clear);
      progress.update(sent.length);
    }
  } finally {
    progress.end();
  }
  return sent;
}

function seedOf({ shuffle, seed }: SendOptions): number | null {
  if (!shuffle && seed === undefined) return null;
  if (seed !== undefined) return seed;
  const made = randomInt(MAX_SEED);
  note(`the order of --seed ${made}`);
  return made;
}

async function printSent(file: string, sent: Sent, clear: () => void): Promise<void> {
  const { status, outcome, ms } = sent;
  clear();
  await print(visible(`${file}  ${status ?? '-'}  ${outcome}  ${ms} ms`));
}

const isTaken = ({ status }: Sent): boolean => status !== null && status >= 200 && status < 300;

async function report(sent: readonly SentFile[], { json }: SendOptions): Promise<ExitCode> {
  const taken = sent.filter(isTaken).length;
  const duplicates = sent.filter(({ outcome }) => outcome === 'duplicate').length;
  const unanswered = sent.filter(({ status }) => status === null).length;
  const refused = sent.length - taken - unanswered;
  const summary = { sent: sent.length, taken, duplicates, refused, unanswered };
  if (json) await printJson({ deliveries: sent, summary });
  else {
    const of = `${taken} of ${sent.length} taken (${counted(duplicates, 'duplicate')})`;
    await print(`${of}, ${refused} refused, ${unanswered} without an answer`);
  }
  if (unanswered === sent.length) return EXIT.site;
  return taken === sent.length ? EXIT.ok : EXIT.findings;
}
