import { wireSchema } from '../../src/plugins/article-receiver/server/src/read-delivery/wire';
import { makeDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';
import { FIELDS, isIssue, isTaken, isUsable, VALUES, type ValueName } from './cases/fields';
import { draftsOf, outcomeOf, unfinished } from './support/outcome';

/** What the schema's library says about a schema. */
interface Schema {
  def: { type: string; innerType?: Schema; element?: Schema; shape?: Record<string, Schema> };
}

/** Paths of all fields that the wire schema knows; of a list its first element. */
function pathsOf({ def }: Schema, path: string): string[] {
  if (def.innerType) return pathsOf(def.innerType, path);
  const join = (name: string) => (path ? `${path}.${name}` : name);
  if (def.type === 'array' && def.element?.def.type === 'object') {
    return [path, ...pathsOf(def.element, join('0'))];
  }
  const fields = Object.entries(def.shape ?? {});
  return [
    ...(path ? [path] : []),
    ...fields.flatMap(([name, field]) => pathsOf(field, join(name))),
  ];
}

/** Sets the value at a dotted path, or takes it away. */
function put(target: object, path: string, value: unknown): void {
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce((at, name) => (at as Record<string, object>)[name] ?? {}, target);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
}

describe('a field of the wrong type', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  it('can be any that the feed has', () => {
    expect(pathsOf(wireSchema as unknown as Schema, '').sort()).toEqual(Object.keys(FIELDS).sort());
  });

  const send = async (path: string, name: ValueName) => {
    const images = [await makeImage({ color: '#224466' })];
    const delivery = makeDelivery({ article: { images } });
    const { id, title } = delivery.article;
    put(delivery, path, VALUES[name]);
    return { name, id, title, answer: await site.deliver(delivery) };
  };

  it.each(Object.entries(FIELDS))('%s costs at most itself', async (path, field) => {
    const names = Object.keys(VALUES) as ValueName[];
    const sent = await Promise.all(names.map((name) => send(path, name)));
    await site.settle();
    expect(await unfinished(site.strapi)).toBe(0);

    for (const { name, id, title, answer } of sent) {
      const usable = isUsable(path, field, name);
      const says = `${path} as ${name}`;
      expect([says, answer.status]).toEqual([says, usable ? 202 : 422]);
      const { deliveryId = '' } = answer.body.data ?? answer.body.error?.details ?? {};
      const outcome = await outcomeOf(site.strapi, deliveryId);
      if (!usable) {
        expect(outcome).toMatchObject({ state: 'quarantined' });
        expect(outcome?.issues.filter((issue) => issue.startsWith(path))).not.toEqual([]);
        continue;
      }
      // Other words than the known ones wait for a person to say what they mean, and so does no status.
      const isWord = (path === 'event' || path === 'article.status') && isTaken(field, name);
      const waits = isWord || path === 'article.status';
      expect([says, outcome?.state]).toEqual([says, waits ? 'parked' : 'applied']);
      if (!field.compared) {
        expect([says, outcome?.issues.includes(path)]).toEqual([says, isIssue(field, name)]);
      }
      if (isWord || path === 'article.id') continue;

      const drafts = await draftsOf(site.strapi, id);
      expect([says, drafts.length]).toEqual([says, 1]);
      expect(drafts[0]).toMatchObject({
        title: path === 'article.title' ? VALUES[name] : title,
        ...(field.attribute
          ? { [field.attribute]: isTaken(field, name) ? VALUES[name] : null }
          : {}),
      });
    }
  });
});
