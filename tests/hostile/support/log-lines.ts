import type { Core } from '@strapi/strapi';

interface Logger {
  level: string;
  transports: { silent?: boolean }[];
  on(event: 'data', listener: (line: unknown) => void): void;
}

/** Everything that the site logs from now on, at every level; nothing of it is printed. */
export function logLines(strapi: Core.Strapi): string[] {
  const lines: string[] = [];
  const logger = strapi.log as unknown as Logger;
  logger.level = 'silly';
  for (const transport of logger.transports) transport.silent = true;
  logger.on('data', (line) => lines.push(JSON.stringify(line)));
  return lines;
}
