import { InvalidArgumentError } from 'commander';
import { NAME_FAULTS, type NewToken, type TokenSummary } from '../../../shared/settings/tokens';
import { CommandError, EXIT, usageError } from '../exit';
import { note, print, printJson, printTable } from '../output';
import { withSite } from '../site';
import { parseDuration, parseFuture } from '../time';
import { siteOptions, type AddCommand, type SiteOptions } from './add';

const ONCE = 'it is shown this once; only its hash is kept';

function parseName(text: string): string {
  const name = text.trim();
  if (/^\P{Cc}{1,100}$/u.test(name)) return name;
  throw new InvalidArgumentError('Expected 1 to 100 characters.');
}

function parseExpiry(text: string): number {
  const instant = parseFuture(text);
  if (instant > Date.now()) return instant;
  throw new InvalidArgumentError('Expected a time in the future.');
}

const refused = (message: string): CommandError => new CommandError(EXIT.findings, message);

/** `token`: the secrets that open the webhook. */
export const token: AddCommand = (program, end) => {
  const tokens = program.command('token').description('make, list, rotate and revoke tokens');

  siteOptions(tokens.command('create'))
    .description('make a token')
    .argument('<name>', 'what logs and the admin call it', parseName)
    .option('--expires <time>', 'until when it is valid: 2027-01-01, or 90d', parseExpiry)
    .action(async (name: string, options: SiteOptions & { expires?: number }) => {
      const { expires: expiresAt = null } = options;
      const made = await withSite(options, ({ operations }) =>
        operations.tokens.create({ name, expiresAt }),
      );
      if (made === 'taken') throw refused(`name: ${NAME_FAULTS.taken}`);
      if (typeof made === 'string') throw usageError(`name: ${NAME_FAULTS[made]}`);
      await show(made, options);
      end(EXIT.ok);
    });

  siteOptions(tokens.command('list'))
    .description('list the tokens, without the secrets')
    .action(async (options: SiteOptions) => {
      const list = await withSite(options, ({ operations }) => operations.tokens.list());
      if (options.json) await printJson({ tokens: list });
      else await printList(list);
      end(EXIT.ok);
    });

  siteOptions(tokens.command('rotate'))
    .description('replace a token by a new one; for a while both work')
    .argument('<id>')
    .option('--overlap <duration>', 'how long the old one still works: 1h, 7d', parseDuration)
    .action(async (id: string, options: SiteOptions & { overlap?: number }) => {
      const made = await withSite(options, ({ operations }) =>
        operations.tokens.rotate(id, options.overlap),
      );
      if (made === 'unknown') throw refused(`there is no token ${id}`);
      if (typeof made === 'string') throw refused(`this token is ${made}, so it cannot be rotated`);
      await show(made, options);
      end(EXIT.ok);
    });

  siteOptions(tokens.command('revoke'))
    .description('revoke a token at once')
    .argument('<id>')
    .action(async (id: string, options: SiteOptions) => {
      const revoked = await withSite(options, ({ operations }) => operations.tokens.revoke(id));
      if (!revoked) throw refused(`there is no token ${id}`);
      if (options.json) await printJson(revoked);
      else await print(`token ${id} is revoked`);
      end(EXIT.ok);
    });
};

/** The secret alone on standard output, so that a script can take it. */
async function show(made: NewToken, { json }: SiteOptions) {
  if (json) return printJson(made);
  await print(made.token);
  note(`token ${made.id}: ${ONCE}`);
}

async function printList(list: readonly TokenSummary[]): Promise<void> {
  await printTable(
    ['ID', 'NAME', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED', 'FROM'],
    list.map((row) => [
      row.id ?? row.source,
      row.name,
      row.state,
      row.createdAt,
      row.expiresAt,
      row.lastUsedAt,
      row.lastUsedAddress,
    ]),
  );
}
