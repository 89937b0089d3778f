import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Pins } from '../settings/pins';
import { hasKey, type WithKey } from '../../config/page-options';
import type { Options } from '../../config/options';

/** What a refusal is about: another key, file or endpoint may be taken. */
const fingerprintOf = ({ key, keyLocation, endpoint }: WithKey): string =>
  createHash('sha256')
    .update([key, keyLocation ?? '', endpoint].join('\n'))
    .digest('hex');

/** With which key IndexNow refused this site. */
export class IndexNow {
  constructor(
    private readonly strapi: Core.Strapi,
    private readonly pins: Pins,
  ) {}

  /** The status with which IndexNow refused the key as it is; null when it did not. */
  async refusalOf(options: Options['indexNow']): Promise<number | null> {
    const pin = hasKey(options) ? await this.pins.read('indexNow') : null;
    const [status, fingerprint] = pin?.value.split(' ') ?? [];
    return hasKey(options) && fingerprint === fingerprintOf(options) ? Number(status) : null;
  }

  /** Remembers that the key was refused. */
  async rememberRefusal(options: WithKey, status: number): Promise<void> {
    await this.forgetRefusal();
    await this.pins.settle('indexNow', `${status} ${fingerprintOf(options)}`);
  }

  /** What was refused is tried once more: somebody may have put the file with the key in place. */
  forgetRefusal(): Promise<void> {
    return this.pins.clear('indexNow');
  }
}
