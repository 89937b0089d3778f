import { Accordion, Box } from '@strapi/design-system';
import { FactValue } from '../components/facts/FactValue';
import { Facts, type Fact } from '../components/facts/Facts';
import { useFieldName } from '../wording/fields';
import { useFormat } from '../wording/format';
import { useText } from '../wording/text';
import type { ArticleDocument } from './panel-props';

/** What only the service writes and an editor seldom needs; what the panel shows anyway is not among it. */
const DETAILS = [
  'sourceId',
  'orgId',
  'planId',
  'planItemId',
  'topicClusterTitle',
  'topicClusterId',
  'role',
  'contentRole',
  'funnelStage',
  'primaryKeyword',
  'wordCount',
  'readingTimeMinutes',
  'readingTimeText',
  'sourceCreatedAt',
  'sourceUpdatedAt',
  'previousSlugs',
  'images',
  'extra',
] as const;

const INSTANTS: ReadonlySet<string> = new Set(['sourceCreatedAt', 'sourceUpdatedAt']);

/** The rest of what the service says of an article, folded; nothing of it is empty. */
export function ServiceDetails({ document }: { document: ArticleDocument }) {
  const text = useText();
  const format = useFormat();
  const fieldName = useFieldName();
  const facts = DETAILS.map((field): Fact => {
    const value = document[field];
    if (isEmpty(value)) return [fieldName(field), null];
    if (INSTANTS.has(field)) return [fieldName(field), format.instant(String(value))];
    if (field === 'images') {
      const count = countOf(value);
      return [fieldName(field), count > 0 && text('panel.details.images', { count })];
    }
    return [fieldName(field), <FactValue key={field} value={value} />];
  }).filter(([, value]) => value);
  if (facts.length === 0) return null;
  return (
    <Accordion.Root size="S" collapsible>
      <Accordion.Item value="details">
        <Accordion.Header>
          <Accordion.Trigger>{text('panel.details')}</Accordion.Trigger>
        </Accordion.Header>
        <Accordion.Content>
          <Box padding={4} background="neutral0">
            <Facts facts={facts} />
          </Box>
        </Accordion.Content>
      </Accordion.Item>
    </Accordion.Root>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The Content Manager says of a relation how many entries it leads to. */
function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null || !('count' in value)) return 0;
  return typeof value.count === 'number' ? value.count : 0;
}
