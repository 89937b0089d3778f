import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './support/packed-plugin';
import { describeSite } from './support/works-in-site';

const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};
const newest = dependencies['@strapi/strapi'] ?? '';

describeSite(newest, 'typescript');
describeSite(newest, 'javascript');
