import type { BodyCheck } from '../../../server/src/views/previews/check-body';
import { bodiesOf } from '../bodies';
import { counted } from '../counted';
import { EXIT } from '../exit';
import { isGivenUp, print, printJson, visible } from '../output';
import type { AddCommand } from './add';

interface CheckOptions {
  json?: boolean;
}

interface CheckedFile extends BodyCheck {
  file: string;
}

/** What a delivery with that effect does, in words. */
const EFFECTS = {
  draft: 'a draft',
  publish: 'published',
  unpublish: 'unpublished',
  ignore: 'ignored',
} as const;

/** `check`: reads files as the webhook would, and says what is wrong with them, without a site. */
export const check: AddCommand = (program, end) => {
  program
    .command('check')
    .description('say what a site would make of files, without a site')
    .argument('<file...>', 'bodies of deliveries')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nReads them as the webhook does, images included, with the default options.\n' +
        'Exits with 1 when a body would be refused or wait for a person, or something in it does not fit.',
    )
    .action(async (files: string[], { json }: CheckOptions) => {
      const bodyOf = await bodiesOf(files);
      // Brings the image library, which nothing else here needs.
      const { checkBody } = await import('../../../server/src/views/previews/check-body');
      const checked: CheckedFile[] = [];
      for (const file of files) {
        if (isGivenUp()) return;
        const result = { file, ...(await checkBody(await bodyOf(file))) };
        checked.push(result);
        if (!json) for (const line of linesOf(result)) await print(visible(line));
      }
      const fine = checked.filter(isFine).length;
      const summary = { checked: checked.length, fine };
      if (json) await printJson({ deliveries: checked, summary });
      else await print(`${fine} of ${checked.length} without a fault`);
      end(fine === checked.length ? EXIT.ok : EXIT.findings);
    });
};

/** Fields that are not known yet are no fault: the feed may grow. */
const isFine = ({ reason, issues }: BodyCheck): boolean => reason === null && issues.length === 0;

function linesOf({ file, ...result }: CheckedFile): string[] {
  const { status, effect, event, title, sourceStatus, images, issues, reason, unknown } = result;
  const what = [event, sourceStatus, title === null ? null : `"${title}"`]
    .filter(Boolean)
    .join(', ');
  const outcome =
    effect === null ? (status === 202 ? 'waits for a person' : 'refused') : EFFECTS[effect];
  const pictures =
    images.named > 0 ? `, ${images.usable} of ${counted(images.named, 'image')}` : '';
  return [
    `${file}  ${status}  ${outcome}${pictures}${what ? `  (${what})` : ''}`,
    ...(reason === null ? [] : [`  ${reason}`]),
    ...issues.map(({ path, message }) => `  ${path || 'body'}: ${message}`),
    ...(unknown.length > 0
      ? [`  not known, and kept with the delivery: ${unknown.join(', ')}`]
      : []),
  ];
}
