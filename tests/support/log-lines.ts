import type { Site } from './site/site';

/** Runs something whose errors are expected, without showing them. */
export async function quietly<T>(site: Site, run: () => Promise<T>): Promise<T> {
  const { log } = site.strapi;
  log.transports.forEach((transport) => (transport.silent = true));
  try {
    return await run();
  } finally {
    log.transports.forEach((transport) => (transport.silent = false));
  }
}

/** Everything that is logged while something runs, down to the finest level. */
export async function logLines(site: Site, run: () => Promise<unknown>): Promise<string[]> {
  const { log } = site.strapi;
  const lines: string[] = [];
  const note = (info: unknown) => lines.push(inFull(info));
  const { level } = log;
  log.level = 'silly';
  log.on('data', note);
  try {
    await quietly(site, run);
  } finally {
    log.off('data', note);
    log.level = level;
  }
  return lines;
}

/** A log entry with all it carries, errors and their stacks included. */
function inFull(info: unknown): string {
  if (typeof info !== 'object' || info === null) return String(info);
  const held = Object.getOwnPropertyNames(info).map(
    (name) => `${name}: ${inFull((info as Record<string, unknown>)[name])}`,
  );
  return [...held, info instanceof Error ? (info.stack ?? '') : ''].join('\n');
}
