import { useIntl } from 'react-intl';
import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { addressOfArticle } from '../utils/addresses';
import { useText } from '../wording/text';

interface TranslationProps {
  documentId: string;
  contentType: string;
  /** In which the service writes. */
  locale: string;
}

/** Says beside a translation in which locale the service's article is: what waits there is not about this form. */
export function Translation({ documentId, contentType, locale }: TranslationProps) {
  const text = useText();
  const { formatDisplayName } = useIntl();
  const language = formatDisplayName(locale, { type: 'language' }) ?? locale;
  return (
    <Flex direction="column" alignItems="flex-start" gap={2}>
      <Typography variant="pi" textColor="neutral800">
        {text('panel.translation', { language })}
      </Typography>
      <Link tag={NavLink} to={addressOfArticle({ documentId, contentType, locale }) ?? ''}>
        {text('panel.translation.open')}
      </Link>
    </Flex>
  );
}
