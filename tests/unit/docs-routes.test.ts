import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import admin from '../../src/plugins/article-receiver/server/src/routes/admin';

const PAGE = join(__dirname, '..', '..', 'docs', 'admin-api.md');

/** Some routes of a table's first cell: `POST /a/ID/b`, `/c` is two that differ in their last part. */
function routesOf(cell: string): string[] {
  const [first = '', ...others] = [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  const [route = ''] = first.split('?');
  return [route, ...others.map((last) => route.replace(/\/[^/]+$/, last))];
}

it('docs/admin-api.md lists each route of the admin API, and no other', () => {
  const lines = readFileSync(PAGE, 'utf8').split('\n');
  const cells = lines.flatMap(
    (line) => /^\| (`[A-Z]+ \/article-receiver\/.+?) +\|/.exec(line)?.[1] ?? [],
  );
  const listed = cells.flatMap(routesOf).map((route) => route.replace(/[A-Z_]*ID/g, ':id'));
  const routes = admin.routes.map(
    ({ method, path }) => `${method} /article-receiver${path.replace(/:\w+/g, ':id')}`,
  );
  expect(listed.sort()).toEqual(routes.sort());
});
