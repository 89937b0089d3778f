import { useState } from 'react';
import { TextButton } from '@strapi/design-system';
import { cutText } from '../../../../shared/cut-text';
import { useKeepFocus } from '../../hooks/use-keep-focus';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';

interface LongTextProps {
  shown: string;
  /** How many characters are shown before somebody asks for all. */
  limit: number;
}

/** A text, of which only the beginning is shown at first where it is long. */
export const LongText = ({ shown, limit }: LongTextProps) =>
  shown.length > limit ? <Long shown={shown} limit={limit} /> : <span>{shown}</span>;

function Long({ shown, limit }: LongTextProps) {
  const text = useText();
  const format = useFormat();
  const [isWhole, setWhole] = useState(false);
  // The button that showed it is gone.
  const place = useKeepFocus<HTMLSpanElement>(String(isWhole));
  if (isWhole) return <span {...place}>{shown}</span>;
  return (
    <span>
      {cutText(shown, limit)}…{' '}
      <TextButton onClick={() => setWhole(true)}>
        {text('text.whole', { count: format.number(shown.length) })}
      </TextButton>
    </span>
  );
}
