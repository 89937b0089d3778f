import { useEffect, useState } from 'react';
import { Page } from '@strapi/strapi/admin';
import { Flex, Link } from '@strapi/design-system';
import { PageState } from '../../components/PageState';
import { useRefresh } from '../../hooks/use-refresh';
import { useGetReceiverPagesQuery } from '../../services/pages';
import { ReportPage } from './ReportPage';

/** Published articles with whose page on the front end something is wrong. */
export function WrongPagesPage() {
  const [before, setBefore] = useState<number | undefined>();
  const [isBusy, setBusy] = useState(false);
  const { data, isLoading } = useGetReceiverPagesQuery(before === undefined ? {} : { before }, {
    ...useRefresh(isBusy),
    refetchOnMountOrArgChange: true,
  });
  const isAnyDue = data?.results.some(({ page }) => page.isDue) ?? false;
  useEffect(() => setBusy(isAnyDue), [isAnyDue]);
  if (isLoading) return <Page.Loading />;
  if (!data) return <Page.Error />;
  return (
    <ReportPage
      title="tabs.pages"
      hint="page.hint"
      empty="page.empty"
      emptyHere="links.emptyHere"
      {...data}
      before={before}
      onPage={setBefore}
    >
      {({ documentId, page, mayLookAgain }) => (
        <Flex direction="column" alignItems="stretch" gap={2}>
          <Link href={page.address} isExternal style={{ alignSelf: 'flex-start' }}>
            <span style={{ overflowWrap: 'anywhere' }}>{page.address}</span>
          </Link>
          <PageState documentId={documentId} page={page} mayLookAgain={mayLookAgain} />
        </Flex>
      )}
    </ReportPage>
  );
}
