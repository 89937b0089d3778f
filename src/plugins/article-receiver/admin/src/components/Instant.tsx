import { useFormat } from '../utils/format';

interface InstantProps {
  /** ISO 8601; null where there is none. */
  at: string | null;
  precision?: 'medium' | 'short';
}

/** A point in time, readable for people and machines. */
export function Instant({ at, precision }: InstantProps) {
  const format = useFormat();
  return at === null ? (
    <>–</>
  ) : (
    <time dateTime={at} title={at}>
      {format.instant(at, precision)}
    </time>
  );
}
