import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { clearPin, pinned, readPin } from './pins';

/** The options with a key. */
export type WithKey = Options['indexNow'] & { key: string };

export const hasKey = (options: Options['indexNow']): options is WithKey =>
  options.key !== undefined;

/** What a refusal is about: another key, file or endpoint may be taken. */
const fingerprintOf = ({ key, keyLocation, endpoint }: WithKey): string =>
  createHash('sha256')
    .update([key, keyLocation ?? '', endpoint].join('\n'))
    .digest('hex');

/** The status with which IndexNow refused the key as it is; null when it did not. */
export async function refusalOfKey(
  strapi: Core.Strapi,
  options: Options['indexNow'],
): Promise<number | null> {
  const pin = hasKey(options) ? await readPin(strapi, 'indexNow') : null;
  const [status, fingerprint] = pin?.value.split(' ') ?? [];
  return hasKey(options) && fingerprint === fingerprintOf(options) ? Number(status) : null;
}

/** Remembers that the key was refused. */
export async function rememberRefusal(
  strapi: Core.Strapi,
  options: WithKey,
  status: number,
): Promise<void> {
  await forgetRefusal(strapi);
  await pinned(strapi, 'indexNow', `${status} ${fingerprintOf(options)}`);
}

/** What was refused is tried once more: somebody may have put the file with the key in place. */
export const forgetRefusal = (strapi: Core.Strapi): Promise<void> => clearPin(strapi, 'indexNow');
