import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WireDelivery } from './deliveries';

const FOLDER = join(__dirname, '..', '..', '..', 'examples', 'deliveries');

interface Sample {
  file: string;
  /** The body exactly as it is sent: digests are over these bytes. */
  bytes: Buffer;
  delivery: WireDelivery;
}

/** The sample deliveries that ship with the product, in the order in which they are sent. */
export function samples(): Sample[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const bytes = readFileSync(join(FOLDER, file));
      return { file, bytes, delivery: JSON.parse(bytes.toString()) as WireDelivery };
    });
}
