import type { Shape, Shapes } from '../model/mapping';
import { leavesOf } from './compute';

type List = Extract<Shape, { kind: 'list' }>;

/** What a mapping names of the items of its lists, by path. */
export const listNamesOf = (shapes: Shapes): Record<string, string[]> =>
  Object.fromEntries(
    [...leavesOf(shapes)].flatMap(([path, shape]): [string, string[]][] =>
      shape.kind === 'list' ? [[path, namesIn(shape, '')]] : [],
    ),
  );

/** Each component, and each of its fields that is named, by the way that leads there. */
const namesIn = ({ named }: List, way: string): string[] =>
  Object.entries(named).flatMap(([component, fields]) => {
    const item = `${way}${component}/`;
    const parts = [...leavesOf(fields)].flatMap(([path, shape]) =>
      shape.kind === 'list' ? [item + path, ...namesIn(shape, `${item}${path}/`)] : [item + path],
    );
    return [item, ...parts];
  });

/**
 * A list with what was named of its items at some time, and nothing else.
 * @param whole the list with all that may be in it.
 */
export function listWith(whole: List, names: readonly string[], way = ''): List {
  const known = new Set(names);
  const fieldsIn = (fields: Shapes, before: string): Shapes =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, shape]): [string, Shape][] => {
        const path = before + name;
        if (shape.kind === 'component') {
          const parts = fieldsIn(shape.fields, `${path}.`);
          return Object.keys(parts).length > 0 ? [[name, { ...shape, fields: parts }]] : [];
        }
        if (!known.has(path)) return [];
        return [[name, shape.kind === 'list' ? listWith(shape, names, `${path}/`) : shape]];
      }),
    );
  const named = Object.entries(whole.named).flatMap(([component, fields]): [string, Shapes][] => {
    const item = `${way}${component}/`;
    return known.has(item) ? [[component, fieldsIn(fields, item)]] : [];
  });
  return { ...whole, named: Object.fromEntries(named) };
}
