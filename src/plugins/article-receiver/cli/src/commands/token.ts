import type { TokenSummary } from '../../../shared/operations';
import { EXIT } from '../exit';
import { note, print, printJson, printTable } from '../output';
import { withSite } from '../site';
import { parseDuration, parseFuture } from '../time';
import { siteOptions, type AddCommand, type SiteOptions } from './add';

const ONCE = 'it is shown this once; only its hash is kept';

const instant = (time: string | number | null | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time).toISOString();

function stateOf({ revokedAt, expiresAt }: TokenSummary): string {
  if (revokedAt) return 'revoked';
  return expiresAt && new Date(expiresAt).getTime() <= Date.now() ? 'expired' : 'valid';
}

/** `token`: the secrets that open the webhook. */
export const token: AddCommand = (program, end) => {
  const tokens = program.command('token').description('make, list, rotate and revoke tokens');

  siteOptions(tokens.command('create'))
    .description('make a token')
    .argument('<name>', 'what logs and the admin call it')
    .option('--expires <time>', 'until when it is valid: 2027-01-01, or 90d', parseFuture)
    .action(async (name: string, options: SiteOptions & { expires?: number }) => {
      const made = await withSite(options, (site) =>
        site.tokens.create({ name, expiresAt: options.expires }),
      );
      await show(made, options);
      end(EXIT.ok);
    });

  siteOptions(tokens.command('list'))
    .description('list the tokens, without the secrets')
    .action(async (options: SiteOptions) => {
      const list = await withSite(options, (site) => site.tokens.list());
      if (options.json) await printJson({ tokens: list });
      else await printList(list);
      end(EXIT.ok);
    });

  siteOptions(tokens.command('rotate'))
    .description('replace a token by a new one; for a while both work')
    .argument('<id>')
    .option('--overlap <duration>', 'how long the old one still works: 1h, 7d', parseDuration)
    .action(async (id: string, options: SiteOptions & { overlap?: number }) => {
      const made = await withSite(options, (site) =>
        site.tokens.rotate(id, { overlapMs: options.overlap }),
      );
      await show(made, options);
      end(EXIT.ok);
    });

  siteOptions(tokens.command('revoke'))
    .description('revoke a token at once')
    .argument('<id>')
    .action(async (id: string, options: SiteOptions) => {
      await withSite(options, (site) => site.tokens.revoke(id));
      if (options.json) await printJson({ id, revoked: true });
      else await print(`token ${id} is revoked`);
      end(EXIT.ok);
    });
};

/** The secret alone on standard output, so that a script can take it. */
async function show(made: { id: string | number; token: string }, { json }: SiteOptions) {
  if (json) return printJson(made);
  await print(made.token);
  note(`token ${made.id}: ${ONCE}`);
}

async function printList(list: readonly TokenSummary[]): Promise<void> {
  await printTable(
    ['ID', 'NAME', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED', 'FROM'],
    list.map((row) => [
      String(row.id),
      row.name,
      stateOf(row),
      instant(row.createdAt),
      instant(row.expiresAt),
      instant(row.lastUsedAt),
      row.lastUsedAddress ?? null,
    ]),
  );
}
