import { useFormat } from '../wording/format';

interface InstantProps {
  /** ISO 8601; null where there is none. */
  at: string | null;
  precision?: 'medium' | 'short';
  /** In little room: how long ago it was, or its day. */
  isNear?: boolean;
}

/** A point in time, readable for people and machines. */
export function Instant({ at, precision, isNear = false }: InstantProps) {
  const format = useFormat();
  return at === null ? (
    <>–</>
  ) : (
    <time dateTime={at} title={format.instant(at, 'medium')}>
      {isNear ? format.near(at) : format.instant(at, precision)}
    </time>
  );
}
