import { useState } from 'react';
import { Page } from '@strapi/strapi/admin';
import { DeadLinkList } from '../../components/DeadLinkList';
import { useGetReceiverDeadLinksQuery } from '../../services/waiting';
import { ReportPage } from './ReportPage';

/** Articles with links that lead to no published article, as things stand now. */
export function DeadLinksPage() {
  const [before, setBefore] = useState<number | undefined>();
  const { data, isLoading } = useGetReceiverDeadLinksQuery(before === undefined ? {} : { before }, {
    refetchOnMountOrArgChange: true,
  });
  if (isLoading) return <Page.Loading />;
  if (!data) return <Page.Error />;
  return (
    <ReportPage
      title="tabs.links"
      hint="links.hint"
      empty="links.empty"
      emptyHere="links.emptyHere"
      {...data}
      before={before}
      onPage={setBefore}
    >
      {({ links }) => <DeadLinkList links={links} />}
    </ReportPage>
  );
}
