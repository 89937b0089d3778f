import { Box, Flex, Typography } from '@strapi/design-system';
import {
  MAX_CHANGES,
  type ArticlePreview,
  type DryRun,
} from '../../../../../shared/deliveries/jobs';
import { StateBadge } from '../../../components/StateBadge';
import { shortText, useFieldName, useValueText } from '../../../wording/fields';
import { useFormat } from '../../../wording/format';
import { useReason } from '../../../wording/reason';
import { useText } from '../../../wording/text';
import { DELIVERY_STATES, type DeliveryState } from '../../../../../shared/deliveries/deliveries';

const OUTCOMES = [
  'create',
  'update',
  'publish',
  'unpublish',
  'hold',
  'planned',
  'unchanged',
  'deleted',
  'adopt',
] as const;

/** What a bulk redrive would do, as far as is known: in numbers, and article by article. */
export function DryRunReport({ dryRun }: { dryRun: DryRun }) {
  const text = useText();
  const format = useFormat();
  const explain = useReason();
  const { looked, articles, changes, failed } = dryRun;
  const happening = OUTCOMES.filter((outcome) => dryRun[outcome] > 0);
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Typography fontWeight="bold" textColor="neutral800">
        {text('bulk.scope', { deliveries: looked, articles })}
      </Typography>
      {happening.length > 0 && (
        <Flex tag="ul" gap={2} wrap="wrap">
          {happening.map((outcome) => (
            <Box tag="li" key={outcome} background="neutral100" hasRadius padding={2}>
              <Typography textColor="neutral800">
                {format.number(dryRun[outcome])}{' '}
                {text(`bulk.${outcome}`, { count: dryRun[outcome] })}
              </Typography>
            </Box>
          ))}
        </Flex>
      )}
      {failed.length > 0 && (
        <Box background="danger100" hasRadius padding={3}>
          <Typography textColor="neutral800" fontWeight="bold">
            {text('bulk.failed', { count: failed.length })}
          </Typography>
          {failed.slice(0, 5).map((fault) => (
            <Typography key={fault.articleId} tag="p" variant="pi" textColor="neutral800">
              {text('pair', { name: fault.articleId, value: explain(fault) ?? '' })}
            </Typography>
          ))}
        </Box>
      )}
      {changes.length > 0 && (
        <Flex direction="column" alignItems="stretch" gap={2}>
          <Typography variant="sigma" textColor="neutral600" tag="h3">
            {text('bulk.changes')}
          </Typography>
          {changes.map((change) => (
            <Preview key={change.articleId} preview={change} />
          ))}
          {changes.length >= MAX_CHANGES && (
            <Typography variant="pi" textColor="neutral600">
              {text('bulk.changes.first', { most: MAX_CHANGES })}
            </Typography>
          )}
        </Flex>
      )}
    </Flex>
  );
}

function Preview({ preview }: { preview: ArticlePreview }) {
  const text = useText();
  const fieldName = useFieldName();
  const textOf = useValueText();
  const format = useFormat();
  const { title, articleId, fields, publication, plannedAt, states, action, adopts } = preview;
  return (
    <Box borderColor="neutral200" hasRadius padding={3} style={{ overflowWrap: 'anywhere' }}>
      <Flex direction="column" alignItems="stretch" gap={2}>
        <Typography fontWeight="bold" textColor="neutral800">
          {title || articleId}
        </Typography>
        {action === 'create' && (
          <Typography variant="pi" textColor="neutral600">
            {text('bulk.preview.create')}
          </Typography>
        )}
        {adopts && (
          <Typography variant="pi" textColor="neutral600">
            {text('bulk.preview.adopts', { title: adopts.title ?? adopts.documentId })}
          </Typography>
        )}
        {publication !== 'none' && (
          <Typography variant="pi" textColor="neutral600">
            {text(`bulk.preview.${publication}`)}
          </Typography>
        )}
        {plannedAt !== null && (
          <Typography variant="pi" textColor="neutral600">
            {text('outcome.planned', { at: format.instant(plannedAt) })}
          </Typography>
        )}
        {action === 'update' &&
          fields.map(({ field, from, to }) => (
            <Typography key={field} variant="pi" textColor="neutral800">
              {fieldName(field)}: <del>{shortText(textOf(field, from))}</del> →{' '}
              <ins>{shortText(textOf(field, to))}</ins>
            </Typography>
          ))}
        {states.map(({ deliveryId, from, to }) => (
          <Flex key={deliveryId} gap={2}>
            {[from, to].filter(isState).map((state) => (
              <StateBadge key={state} state={state} />
            ))}
          </Flex>
        ))}
      </Flex>
    </Box>
  );
}

const isState = (state: string): state is DeliveryState =>
  DELIVERY_STATES.some((known) => known === state);
