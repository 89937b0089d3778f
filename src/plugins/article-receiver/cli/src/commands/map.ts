import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { TargetPreview, TargetProposal } from '../../../shared/articles/targets';
import { CommandError, EXIT, messageOf, usageError } from '../exit';
import { snippetFor, writeConfig, type Snippet, type WrittenConfig } from '../map/write-config';
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
  /** What can be pasted into the site's configuration. */
  snippet: Snippet;
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
  const snippet = await snippetFor(process.cwd(), proposal.target);
  const written = write ? await writeConfig(process.cwd(), proposal.target) : null;
  return { ...proposal, preview, snippet, written };
}

/** What there is no proposal for is named wrongly. */
function proposed(propose: () => TargetProposal): TargetProposal {
  try {
    return propose();
  } catch (error) {
    throw usageError(messageOf(error).replace('"target.type"', '--type'));
  }
}

function* linesOf({ left, preview, snippet, written }: Mapped): Generator<string> {
  const { warnings, mayBeEmpty } = preview;
  if (!written) {
    yield `For ${snippet.place}:`;
    yield '';
    yield snippet.text;
    yield '';
  }
  if (left.length > 0) yield visible(`Left to the site: ${left.join(', ')}`);
  for (const warning of warnings) yield visible(`Mind: ${warning}`);
  if (mayBeEmpty.length > 0) {
    yield visible(`Required, and empty where the feed says nothing: ${mayBeEmpty.join(', ')}`);
  }
  yield '';
  yield* linesOfPreview(preview);
  yield '';
  if (!written) yield 'Nothing was written. --write puts it into the site’s configuration.';
  else {
    yield `Written to ${written.file}.`;
    for (const step of written.steps) yield `Still to do, ${step}`;
    // What was built before goes on as it was, and so would a rebuild.
    const restart = written.file.endsWith('.ts')
      ? 'Build the site and restart it'
      : 'Restart the site';
    yield `${restart}, then run "article-receiver rebuild" for the articles that are there.`;
  }
}

/** What the mapping makes of the sample, and what it would go on with. */
function* linesOfPreview(preview: TargetPreview): Generator<string> {
  const { title, locale, parked, values, images, issues, adopts, adoptable } = preview;
  const where = locale === null ? '' : `, in the locale ${locale}`;
  yield visible(`What it makes of "${title}"${where}:`);
  if (parked !== null) yield visible(`It would wait for a person: ${parked}`);
  const rows = values.map(({ field, value }) => [field, shown(value)]);
  yield* tableOf(['FIELD', 'VALUE'], rows, 72);
  if (images.length > 0) {
    yield '';
    const become = images.map(({ from, name, isNew, fields }) => [
      from,
      isNew ? name : `${name} (there already)`,
      fields.join(', ') || null,
    ]);
    yield* tableOf(['IMAGE', 'BECOMES', 'FOR'], become, 72);
  }
  for (const { path, message } of issues) yield visible(`${path}: ${message}`);
  yield '';
  if (adopts) {
    const { by, title: name, documentId } = adopts;
    yield visible(`It goes on with an entry that is there, by its ${by}: ${name ?? documentId}`);
  }
  const { count, entries } = adoptable;
  if (count > 0) yield `Entries that their articles go on with when they come: ${count}`;
  for (const { sourceId, title: name } of entries) yield visible(`  ${sourceId}  ${name ?? ''}`);
  if (count > entries.length) yield `  … and ${count - entries.length} more`;
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ') : listed(value);

/** Lists of words as such, entries of components by what is in them, everything else as JSON. */
function listed(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value ?? null);
  if (value.every((entry) => typeof entry === 'string')) return value.join(', ');
  const isComponents = value.every((entry) => typeof entry === 'object' && entry !== null);
  return isComponents ? value.map(ofComponent).join('; ') : JSON.stringify(value);
}

function ofComponent({ __component, ...parts }: Record<string, unknown>): string {
  const said = Object.entries(parts)
    .filter(([, part]) => part !== null)
    .map(([name, part]) => `${name}: ${shown(part)}`);
  const inside = said.join(', ');
  return typeof __component === 'string' ? `${__component} (${inside})` : inside;
}
