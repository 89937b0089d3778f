import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installTool } from './tools';

/** The Nodes that sites run on, where this run's own is another: npm has them as packages. */
export const NODES = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' } as const;

export type NodeMajor = keyof typeof NODES;

export interface Node {
  /** Whether it is the one that runs the tests. */
  readonly own: boolean;
  readonly major: NodeMajor;
  readonly program: string;
  /** The folder that has to come first in `PATH`; null where it is there already. */
  readonly folder: string | null;
  /** Where native modules find its headers. */
  readonly home: string;
}

/** A Node of a major version, installed in this repository's cache unless it runs the tests. */
export async function nodeOf(major: NodeMajor): Promise<Node> {
  const program = process.execPath;
  if (Number(process.versions.node.split('.')[0]) === major) {
    return { own: true, major, program, folder: null, home: join(program, '..', '..') };
  }
  const name = `node-${process.platform}-${process.arch}`;
  const home = await installTool(name, NODES[major]);
  const folder = join(home, 'bin');
  if (!existsSync(join(folder, 'node'))) throw new Error(`${name} has no bin/node.`);
  return { own: false, major, program: join(folder, 'node'), folder, home };
}
