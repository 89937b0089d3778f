import { isRecord } from '../../../../shared/records';

/** The last entry or page that can be asked for, far behind the last one of any site. */
const LAST = 2_147_483_647;
/** As many entries as every database can count. */
const COUNTED = 2 ** 62;

/** As Strapi reads it, which says itself what is wrong with what is no number, or not a finite one. */
const isBeyond = (value: unknown, last: number): boolean => {
  const number = Number(value);
  return Number.isFinite(number) && number > last;
};

/**
 * What is wrong with the part of a list that is asked for. Databases refuse to count as far as numbers go;
 * how many entries one answer has is bounded by the site (`api.rest.maxLimit`), which takes any number for it.
 */
export function pageFault(pagination: unknown, path: string): string | null {
  if (!isRecord(pagination)) return null;
  for (const name of ['start', 'page']) {
    if (isBeyond(pagination[name], LAST)) return `${path}[${name}]: expected at most ${LAST}`;
  }
  const { page = 1, pageSize, limit } = pagination;
  if (isBeyond(limit, COUNTED)) return `${path}[limit]: expected fewer entries`;
  const isFar = isBeyond(Number(page) * Number(pageSize), COUNTED) || isBeyond(pageSize, COUNTED);
  return isFar ? `${path}[pageSize]: expected fewer entries` : null;
}
