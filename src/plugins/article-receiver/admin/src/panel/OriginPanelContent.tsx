import { useEffect, useRef, useState } from 'react';
import { useForm } from '@strapi/strapi/admin';
import { Divider, Flex, Loader, Typography } from '@strapi/design-system';
import type { ArticleOrigin } from '../../../shared/articles/articles';
import { Lasting } from '../components/decisions/Lasting';
import { SiteLink } from '../components/SiteLink';
import { useAskAgain } from '../hooks/use-ask-again';
import { useKeepFocus } from '../hooks/use-keep-focus';
import { useRefresh } from '../hooks/use-refresh';
import { useMay } from '../permissions';
import { useGetReceiverArticleQuery } from '../services/articles';
import { useGetReceiverDeliveriesQuery } from '../services/deliveries';
import { ARTICLE_UID } from '../utils/addresses';
import { isUnanswered } from '../utils/unanswered';
import { isNotFound } from '../wording/refusal';
import { useText, type TextId } from '../wording/text';
import { DeadLinks } from './DeadLinks';
import { HeldPublication } from './HeldPublication';
import { LastDeliveries } from './LastDeliveries';
import { LostImages } from './LostImages';
import { Meanwhile } from './open-form/Meanwhile';
import { OriginFacts } from './OriginFacts';
import { PageCheck } from './PageCheck';
import type { ArticleDocument } from './panel-props';
import { Questions } from './Questions';
import { ServiceDetails } from './ServiceDetails';
import { Suggestions } from './suggestions/Suggestions';
import { useMeanwhile } from './open-form/use-meanwhile';
import { useReadAgain } from './use-read-again';
import { Translation } from './Translation';
import { useReadWhenDone } from './use-read-when-done';
import { signalWaiting } from './waiting-signal';

const SHOWN_DELIVERIES = 3;

interface OriginPanelContentProps {
  model: string;
  documentId: string;
  document: ArticleDocument;
}

/** Where an article comes from, what waits for a decision, and what came in last. */
export function OriginPanelContent({ model, documentId, document }: OriginPanelContentProps) {
  const text = useText();
  const may = useMay();
  const { data: origin, isLoading, isError, error, refetch } = useOrigin(documentId);
  const articleId = origin?.articleId ?? document.sourceId ?? '';
  const deliveries = useDeliveriesOf(articleId, may.read);
  const isModified = useForm('ArticleReceiver', ({ modified }) => modified, false) ?? false;
  useAskAgainWhenSaved(document.updatedAt, refetch);
  const isAway = isUnanswered(error);
  useAskAgain(isAway, refetch);
  const readAgain = useReadAgain();
  const meanwhile = useMeanwhile(isModified, origin?.may.update ?? false, readAgain);
  useReadWhenDone(origin, readAgain);

  const locale = origin?.locale ?? null;
  const isTranslation = locale !== null && document.locale !== locale;
  // Beside a translation, nothing is said of the service's entry that could be taken for this one's.
  const own = isTranslation ? undefined : origin;

  const [waiting, setWaiting] = useState<number | null>(null);
  useSignal(
    meanwhile !== null ||
      (!isTranslation && (waiting ?? 0) > 0) ||
      (origin ? asksMe(origin, isTranslation) : false),
  );
  const place = useKeepFocus(origin && waiting !== null ? `${origin.held} ${waiting}` : null);

  // What a type of the site's own has by the name of one of our fields is the site's, whoever wrote it.
  const ours = model === ARTICLE_UID ? document : null;

  const toPanel = () => place.ref.current?.focus();

  // While it is asked for again, too.
  if (!origin && isAway) return <Fault>{text('panel.away')}</Fault>;
  if (isLoading) return <Loader small>{text('loading')}</Loader>;
  return (
    <Flex
      {...place}
      position="relative"
      role="group"
      aria-label={text('panel.title')}
      direction="column"
      alignItems="stretch"
      gap={4}
      width="100%"
    >
      {isError && <Fault>{text(faultOf(error))}</Fault>}
      {meanwhile && <Meanwhile {...meanwhile} onTaken={toPanel} />}
      {isTranslation && <Translation documentId={documentId} contentType={model} locale={locale} />}
      <Lasting onGone={toPanel}>
        {own?.held && (
          <HeldPublication
            documentId={documentId}
            held={own.held}
            canAct={own.may.publish}
            isModified={isModified}
            onChanged={() => void readAgain(documentId)}
          />
        )}
      </Lasting>
      {!isTranslation && (
        <Suggestions
          documentId={documentId}
          isModified={isModified}
          onCount={setWaiting}
          onAccept={() => void readAgain(documentId)}
          place={place.ref}
        />
      )}
      <Questions questions={origin?.questions ?? []} />
      <LostImages images={own?.lostImages ?? []} />
      <DeadLinks links={own?.deadLinks ?? []} />
      <PageCheck
        documentId={documentId}
        page={own?.page ?? null}
        mayLookAgain={own?.may.update ?? false}
      />
      <SiteLink address={own?.address ?? null} />
      <OriginFacts
        document={ours}
        service={origin?.service ?? null}
        campaign={origin?.campaign ?? null}
        heldFields={own?.heldFields ?? []}
      />
      {ours && <ServiceDetails document={ours} />}
      {deliveries && (
        <>
          <Divider />
          <Lasting onGone={toPanel}>
            <LastDeliveries
              articleId={articleId}
              documentId={documentId}
              canUse={own?.may.update ?? false}
              isModified={isModified}
              deliveries={deliveries.results}
            />
          </Lasting>
        </>
      )}
    </Flex>
  );
}

const faultOf = (error: unknown): TextId =>
  isUnanswered(error) ? 'panel.away' : isNotFound(error) ? 'panel.gone' : 'panel.error';

const Fault = ({ children }: { children: string }) => (
  <Typography textColor="danger600" role="status">
    {children}
  </Typography>
);

/** Whether something of an article is for whoever is signed in to decide, apart from suggestions. */
const asksMe = ({ held, questions, may }: ArticleOrigin, isTranslation: boolean): boolean =>
  (held !== null && may.publish && !isTranslation) ||
  questions.some(({ kind, deliveryId }) =>
    kind === 'refused' ? may.update || may.publish : deliveryId !== null,
  );

/** Where the article comes from, asked for again while the work on it is under way. */
function useOrigin(documentId: string) {
  const [isBusy, setBusy] = useState(false);
  const { pollingInterval } = useRefresh(true);
  // Answered from the cache at first: the surrounding panel has just asked the same.
  const origin = useGetReceiverArticleQuery(documentId, {
    pollingInterval: isBusy ? pollingInterval : 0,
  });
  const isBusyNow = origin.data?.isBusy ?? false;
  useEffect(() => setBusy(isBusyNow), [isBusyNow]);
  return origin;
}

/** The newest deliveries of the article for who may see them, asked for again while one is under way. */
function useDeliveriesOf(articleId: string, isAllowed: boolean) {
  const [isBusy, setBusy] = useState(false);
  const { data } = useGetReceiverDeliveriesQuery(
    { pageSize: SHOWN_DELIVERIES, filters: { articleId: { $eq: articleId } } },
    {
      ...useRefresh(isBusy),
      refetchOnMountOrArgChange: true,
      skip: !isAllowed || articleId === '',
    },
  );
  const isPending = data?.results.some(({ state }) => state === 'pending') ?? false;
  useEffect(() => setBusy(isPending), [isPending]);
  return data;
}

/** What an editor holds changes with every save. */
function useAskAgainWhenSaved(updatedAt: string | undefined, ask: () => unknown) {
  const known = useRef(updatedAt);
  useEffect(() => {
    if (known.current !== updatedAt) ask();
    known.current = updatedAt;
  }, [updatedAt, ask]);
}

/** Tells the badge that stands in for the folded panel. */
function useSignal(waiting: boolean) {
  useEffect(() => {
    signalWaiting(waiting);
    return () => signalWaiting(false);
  }, [waiting]);
}
