import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { TargetPreview, TargetProposal } from '../../../shared/targets';
import { CommandError, EXIT, messageOf, usageError } from '../exit';
import { literal } from '../map/literal';
import { writeConfig, type WrittenConfig } from '../map/write-config';
import { print, printJson, tableOf, visible } from '../output';
import { withSite, type Site } from '../site';
import { siteOptions, type AddCommand, type SiteOptions } from './add';

interface MapOptions extends SiteOptions {
  type: string;
  sample?: string;
  write?: boolean;
}

interface Mapped extends TargetProposal {
  preview: TargetPreview;
  written: WrittenConfig | null;
}

/** `map`: a mapping onto a content type of the site's own. */
export const map: AddCommand = (program, end) => {
  siteOptions(program.command('map'))
    .description('propose how a content type of the site’s own takes the articles')
    .requiredOption('--type <uid>', 'the content type, api::post.post')
    .option('--sample <file>', 'a delivery to show the mapping on (default: the newest in the log)')
    .option('--write', 'write the mapping to the site’s configuration')
    .addHelpText('after', '\nExits with 1 when no field of the type fits anything of the feed.')
    .action(async (options: MapOptions) => {
      const body = options.sample === undefined ? null : await readSample(options.sample);
      const mapped = await withSite({ ...options, mode: 'map' }, (site) =>
        mapOn(site, options, body),
      );
      if (options.json) await printJson(mapped);
      else for (const line of linesOf(mapped)) await print(line);
      end(EXIT.ok);
    });
};

async function readSample(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw usageError(`${basename(file)} cannot be read: ${messageOf(error)}`);
  }
}

async function mapOn(
  { operations }: Site,
  { type, write = false }: MapOptions,
  body: Buffer | null,
): Promise<Mapped> {
  const proposal = proposed(() => operations.proposeTarget(type));
  if (Object.keys(proposal.target.fields).length === 0) {
    const message = `no field of ${type} is called like anything of the feed; see docs/own-types.md`;
    throw new CommandError(EXIT.findings, message);
  }
  const preview = await operations.previewTarget(proposal.target, body).catch((error: unknown) => {
    throw usageError(messageOf(error));
  });
  const written = write ? await writeConfig(process.cwd(), proposal.target) : null;
  return { ...proposal, preview, written };
}

/** What there is no proposal for is named wrongly. */
function proposed(propose: () => TargetProposal): TargetProposal {
  try {
    return propose();
  } catch (error) {
    throw usageError(messageOf(error).replace('"target.type"', '--type'));
  }
}

function* linesOf({ target, left, preview, written }: Mapped): Generator<string> {
  const { title, locale, parked, values, issues, warnings } = preview;
  yield `target: ${literal(target)},`;
  yield '';
  if (left.length > 0) yield visible(`Left to the site: ${left.join(', ')}`);
  for (const warning of warnings) yield visible(`Mind: ${warning}`);
  yield '';
  yield visible(
    `What it makes of "${title}"${locale === null ? '' : `, in the locale ${locale}`}:`,
  );
  if (parked !== null) yield visible(`It would wait for a person: ${parked}`);
  const rows = values.map(({ field, value }) => [field, shown(value)]);
  yield* tableOf(['FIELD', 'VALUE'], rows, 72);
  for (const { path, message } of issues) yield visible(`${path}: ${message}`);
  yield '';
  if (!written) yield 'Nothing was written. --write puts it into the site’s configuration.';
  else {
    yield `Written to ${written.file}.`;
    for (const step of written.steps) yield `Still to do, ${step}`;
    yield 'Restart the site, then run "article-receiver rebuild" for the articles that are there.';
  }
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ') : JSON.stringify(value ?? null);
