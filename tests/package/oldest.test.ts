import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './support/packed-plugin';
import { describeSite } from './support/works-in-site';

const { peerDependencies } = JSON.parse(
  readFileSync(join(ROOT, 'src/plugins/article-receiver/package.json'), 'utf8'),
) as { peerDependencies: Record<string, string> };

/** What the plugin says about itself is what is tried. */
const [, oldest = ''] = /^>=(\d+\.\d+\.\d+) /.exec(peerDependencies['@strapi/strapi'] ?? '') ?? [];

describeSite(oldest, 'javascript');
