import type { Operations, Verified } from '../../../shared/deliveries/operations';
import { counted } from '../counted';
import { EXIT } from '../exit';
import { print, printJson, visible } from '../output';
import { showProgress } from '../progress';
import { withSite } from '../site';
import { siteOptions, type AddCommand, type SiteOptions } from './add';

interface Finding {
  bodies: number;
  images: number;
  dropped: number;
  damaged: Pick<Verified, 'kind' | 'id' | 'reason'>[];
}

/** `verify`: everything stored against its digest. */
export const verify: AddCommand = (program, end) => {
  siteOptions(program.command('verify'))
    .description('check that every stored body and image still has its digest')
    .addHelpText('after', '\nExits with 1 when something is damaged.')
    .action(async (options: SiteOptions) => {
      const finding = await withSite(options, ({ operations }) => check(operations));
      const { bodies, images, dropped, damaged } = finding;
      if (options.json) await printJson({ ok: damaged.length === 0, ...finding });
      else {
        for (const { kind, id, reason } of damaged) {
          await print(visible(`damaged ${kind} ${id}: ${reason}`));
        }
        const what = `${counted(bodies, 'body', 'bodies')} and ${counted(images, 'image')}`;
        const gone = dropped > 0 ? `, ${dropped} dropped by retention` : '';
        await print(`${what} checked: ${damaged.length} damaged${gone}`);
      }
      end(damaged.length > 0 ? EXIT.findings : EXIT.ok);
    });
};

async function check(operations: Operations): Promise<Finding> {
  const total = await operations.countVerifiable();
  const progress = showProgress('Verifying', total.bodies + total.images);
  const finding: Finding = { bodies: 0, images: 0, dropped: 0, damaged: [] };
  try {
    for await (const { kind, id, result, reason } of operations.verify()) {
      if (kind === 'body') finding.bodies += 1;
      else finding.images += 1;
      if (result === 'dropped') finding.dropped += 1;
      if (result === 'damaged') finding.damaged.push({ kind, id, reason });
      progress.update(finding.bodies + finding.images);
    }
  } finally {
    progress.end();
  }
  return finding;
}
