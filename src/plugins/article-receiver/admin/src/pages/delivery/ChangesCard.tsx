import { useState } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import type { FieldChange } from '../../../../shared/deliveries/deliveries';
import { Card } from '../../components/Card';
import { LongText } from '../../components/facts/LongText';
import { Comparison } from '../../components/decisions/Comparison';
import { useFieldName, useValueText } from '../../wording/fields';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';

/** How the feed writes points in time. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Values longer than this are shortened where nothing is compared: an article's text is pages of them. */
const SHOWN_CHARACTERS = 1000;

interface ChangesCardProps {
  changes: FieldChange[];
  isOurType: boolean;
}

/** What the delivery changed in the article, field by field, and what was kept back. */
export function ChangesCard({ changes: all, isOurType }: ChangesCardProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const changes = all.filter(({ isKept }) => !isKept);
  const kept = all.filter(({ isKept }) => isKept);
  // Every article has a title; other fields may have been empty before.
  const isFirst = changes.some(({ field, before }) => field === 'title' && before === null);
  const isShown = isOpen || !isFirst;
  return (
    <Card
      title={text(isOurType ? 'delivery.changes' : 'delivery.differences')}
      actions={
        isFirst && (
          <Button variant="tertiary" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {text(isOpen ? 'changes.hide' : 'changes.show', { count: changes.length })}
          </Button>
        )
      }
    >
      <Flex direction="column" alignItems="stretch" gap={5}>
        {(changes.length === 0 || isFirst) && (
          <Typography textColor="neutral600">
            {text(isFirst ? 'changes.first' : isOurType ? 'changes.none' : 'changes.same')}
          </Typography>
        )}
        {isShown && changes.map((change) => <Change key={change.field} change={change} />)}
        {kept.length > 0 && (
          <>
            <Typography textColor="neutral600">{text('changes.kept')}</Typography>
            {kept.map((change) => (
              <Change key={change.field} change={change} />
            ))}
          </>
        )}
      </Flex>
    </Card>
  );
}

function Change({ change: { field, before, after, isPart } }: { change: FieldChange }) {
  const text = useText();
  const fieldName = useFieldName();
  const format = useFormat();
  const textOf = useValueText();
  const name = fieldName(field);
  const shown = (value: unknown) =>
    typeof value === 'string' && INSTANT.test(value)
      ? format.instant(value, 'medium')
      : textOf(field, value);
  return (
    <Box tag="section" aria-label={name}>
      <Typography variant="omega" fontWeight="bold" textColor="neutral800" tag="h3">
        {name}
      </Typography>
      {isPart && (
        <Typography variant="pi" textColor="neutral600" tag="p">
          {text('changes.part')}
        </Typography>
      )}
      <Box paddingTop={2}>
        {/* The same again, over what an editor had there or what was deleted: there is nothing to compare. */}
        {before === null || shown(before) === shown(after) ? (
          <Typography
            textColor="neutral800"
            dir="auto"
            style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            <LongText shown={shown(after)} limit={SHOWN_CHARACTERS} />
          </Typography>
        ) : (
          <Comparison
            before={shown(before)}
            after={shown(after)}
            labels={[text('changes.before'), text('changes.after')]}
            isFolded
          />
        )}
      </Box>
    </Box>
  );
}
