import { Typography } from '@strapi/design-system';
import type { Issue } from '../../../../shared/deliveries/deliveries';
import { Card } from '../../components/Card';
import { SimpleTable } from '../../components/facts/SimpleTable';
import { useIssue } from '../../wording/reason';
import { useText } from '../../wording/text';

/** What did not fit in the delivery, by its place in the body. Nothing is shown where all fitted. */
export function IssuesCard({ issues }: { issues: Issue[] }) {
  const text = useText();
  const explain = useIssue();
  if (issues.length === 0) return null;
  return (
    <Card title={text('delivery.issues', { count: issues.length })}>
      <SimpleTable
        headers={[text('issue.path'), text('issue.message')]}
        rows={issues.map((issue) => [
          <Typography key="path" tag="code" variant="pi">
            {issue.path || text('issue.whole')}
          </Typography>,
          explain(issue),
        ])}
      />
    </Card>
  );
}
