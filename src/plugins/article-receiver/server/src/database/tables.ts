import type { Choice } from '../../../shared/decisions/decisions';
import type { DeliveryState } from '../../../shared/deliveries/deliveries';
import type { Issue } from '../../../shared/deliveries/issues';
import type { JobState, JobSummary } from '../../../shared/deliveries/jobs';
import type { Placeholders } from '../../../shared/wording';
import type { Alert, News } from '../../../shared/settings/settings';
import type { AttemptDetails } from '../projection/article/attempt-details';
import type { AskedFor } from '../projection/addresses/asked-for';
import type { History } from '../projection/merge/field-history';
import type { Claims } from '../projection/shared-documents/file-claims';
import type { Hashes } from '../projection/merge/merge';
import type { Hold, LastWritten } from '../projection/article/plan-article';
import type { Refused } from '../projection/article/refused';
import type { Registers } from '../projection/shared-documents/registers';
import type { StreamMemory } from '../projection/article/stream-memory';
import {
  always,
  bytes,
  flag,
  id,
  instant,
  integer,
  json,
  key,
  tally,
  text,
  uniqueKey,
  uniqueWhereSet,
  word,
  type Columns,
} from './columns';

/**
 * The tables behind the content, and what their rows say. `models.ts` gives them to Strapi; `rows.ts`
 * reads them, typed by what is said here.
 */

/** Uids of the tables, for `rows`, `findRows` and `table`. */
export const TABLES = {
  log: 'plugin::article-receiver.log',
  blob: 'plugin::article-receiver.blob',
  delivery: 'plugin::article-receiver.delivery',
  attempt: 'plugin::article-receiver.attempt',
  stream: 'plugin::article-receiver.stream',
  projected: 'plugin::article-receiver.projected',
  imageFile: 'plugin::article-receiver.image-file',
  suggestion: 'plugin::article-receiver.suggestion',
  lease: 'plugin::article-receiver.lease',
  job: 'plugin::article-receiver.job',
  token: 'plugin::article-receiver.token',
  pin: 'plugin::article-receiver.pin',
  tokenUse: 'plugin::article-receiver.token-use',
  alert: 'plugin::article-receiver.alert',
  fetchedImage: 'plugin::article-receiver.fetched-image',
  slugInterest: 'plugin::article-receiver.slug-interest',
  decision: 'plugin::article-receiver.decision',
  page: 'plugin::article-receiver.page',
  announcement: 'plugin::article-receiver.announcement',
} as const;

export type TableUid = (typeof TABLES)[keyof typeof TABLES];

/** The columns of each table, by its uid: what is stored, and what its rows say. */
export const COLUMNS = {
  // One row a delivery, exactly as it arrived. Its id is the position in the log.
  [TABLES.log]: {
    id,
    digest: uniqueKey,
    receivedAt: always(instant),
    byteSize: always(integer),
    token: key,
    remoteAddress: key,
    userAgent: text,
    lifts: always(json<number[]>()),
    // Null where retention dropped it.
    body: bytes,
  },
  // Image bytes, stored once.
  [TABLES.blob]: { id, digest: uniqueKey, byteSize: integer, storedAt: instant, bytes },
  // What is known about each row of the log (same id), and what became of it.
  [TABLES.delivery]: {
    id,
    deliveryId: uniqueKey,
    digest: always(key),
    streamKey: key,
    event: key,
    orgId: key,
    articleId: key,
    campaignId: key,
    title: text,
    slug: text,
    sourceStatus: key,
    occurredAt: instant,
    // Nanoseconds below the millisecond; null for deliveries from before this was written down.
    occurredBelow: integer,
    sourceUpdatedAt: instant,
    sourceUpdatedBelow: integer,
    // `YYYY-MM-DD`; null for deliveries from before this was written down.
    plannedFor: key,
    receivedAt: always(instant),
    // Null for deliveries from before this was written down.
    acknowledgedAt: instant,
    byteSize: always(integer),
    issues: json<Issue[]>(),
    state: always(word<DeliveryState>()),
    // The words of versions before reasons had codes.
    reason: text,
    reasonCode: key,
    reasonValues: text,
    stateChangedAt: instant,
    duplicates: tally,
    lastDuplicateAt: instant,
    failures: tally,
    nextAttemptAt: instant,
    discardedAt: instant,
    // Who decided to leave it as it is; null where nobody did.
    leftBy: text,
    // Code of the reason for which it was parked then.
    leftCode: key,
    leftAt: instant,
    // It comes from another site's log.
    isCarried: flag,
  },
  // One row a try to project a stream. Append-only.
  [TABLES.attempt]: {
    id,
    streamKey: always(key),
    deliveryPosition: always(integer),
    startedAt: always(instant),
    finishedAt: always(instant),
    outcome: always(word<DeliveryState>()),
    reason: text,
    reasonCode: key,
    reasonValues: text,
    details: json<AttemptDetails>(),
    changes: always(json<string[]>()),
  },
  // One row an article of the feed: the lock of its one writer, and what it wrote last.
  [TABLES.stream]: {
    id,
    streamKey: uniqueKey,
    articleId: always(key),
    documentId: key,
    base: json<Hashes>(),
    slug: key,
    publishedEffect: word<NonNullable<LastWritten['publishedEffect']>>(),
    publishedFingerprint: key,
    publishedSlug: text,
    hold: json<Hold>(),
    refused: json<Refused>(),
    // What rows of earlier versions have in the place of `files`.
    heroFileId: integer,
    restore: flag,
    mayMove: flag,
    // Null in rows of the first versions: the plugin's Article.
    targetUid: key,
    locale: key,
    files: json<StreamMemory['files']>(),
    links: json<StreamMemory['links']>(),
    shelf: json<Record<string, StreamMemory>>(),
    history: json<History>(),
    wordPosition: integer,
    heededPosition: integer,
    isByHand: flag,
    unmapped: json<StreamMemory['unmapped']>(),
    related: json<StreamMemory['related']>(),
    storedAs: json<StreamMemory['storedAs']>(),
    listNames: json<StreamMemory['listNames']>(),
    adoptedBy: integer,
    plannedFor: key,
    plannedBy: integer,
    // The delivery that was planned when somebody published the article before its day.
    publishedAhead: integer,
    askedFor: json<AskedFor>(),
  },
  // One row a slug that an article waits for or had: whoever gets or loses it leaves a mark here.
  [TABLES.slugInterest]: {
    id,
    interestKey: uniqueKey,
    streamKey: always(key),
    slug: always(key),
    mark: key,
    // Readers knew the article by it. Earlier versions did not write that down.
    wasKnown: flag,
  },
  // What the feed offers for fields that an editor changed.
  [TABLES.suggestion]: {
    id,
    streamKey: always(key),
    documentId: always(key),
    field: always(key),
    value: always(json<unknown>()),
    // That of the delivery that offers it.
    deliveryPosition: always(integer),
    // `gone`: the two values became equal; `superseded`: a newer delivery offers another.
    state: always(word<'open' | 'accepted' | 'rejected' | 'superseded' | 'gone'>()),
    createdAt: always(instant),
    // Null while it is open.
    decidedAt: instant,
    // Who decided, where a person did.
    decidedBy: text,
  },
  // One row a claim: who has it, and until when. And one a lock, which a transaction has.
  [TABLES.lease]: { id, name: uniqueKey, heldBy: key, heldUntil: instant },
  // One row a rebuild or bulk redrive: how far it is, so that it goes on after a restart.
  [TABLES.job]: {
    id,
    kind: always(word<JobSummary['kind']>()),
    state: always(word<JobState>()),
    // A filter of Strapi's query engine on deliveries; null for all.
    filter: json<Record<string, unknown>>(),
    requestedBy: text,
    restoreDeleted: flag,
    total: always(integer),
    done: always(integer),
    changed: always(integer),
    failed: always(integer),
    // In the log, up to which it is done.
    position: always(integer),
    startedAt: always(instant),
    finishedAt: instant,
  },
  // One row a campaign, tag, media asset or file: the document it became, and what was written last.
  [TABLES.projected]: {
    id,
    sourceKey: uniqueKey,
    // A `match` is what a value led to last, among the site's own entries.
    kind: always(word<'campaign' | 'tag' | 'media-asset' | 'file' | 'entry' | 'match'>()),
    sourceId: always(text),
    documentId: key,
    base: json<Registers>(),
    claims: json<Claims>(),
    // What was replaced in it, for forms that are open meanwhile.
    history: json<History>(),
    // Whether somebody deleted it and it was made again, under its id: articles lost it with that.
    fate: word<'madeAgain'>(),
  },
  // One row an image by its bytes: the file of the Media Library that they became.
  [TABLES.imageFile]: {
    id,
    digest: uniqueKey,
    fileId: integer,
    contentType: key,
    byteSize: integer,
    trailing: integer,
    // Its name in storage; null for those from before it was written down.
    storageName: key,
    // Those of its files that somebody deleted, the newest last: articles were given them.
    formerIds: json<number[]>(),
    heldBy: key,
    heldUntil: instant,
  },
  // One row a token that an administrator made. `currentName` is its name while no other may take it.
  [TABLES.token]: {
    id,
    tokenId: uniqueKey,
    // SHA-256 of the token, 64 hex digits.
    hash: uniqueKey,
    name: always(key),
    currentName: uniqueWhereSet,
    createdAt: always(instant),
    expiresAt: instant,
    revokedAt: instant,
    replacedBy: key,
    lastUsedAt: instant,
    lastUsedAddress: key,
  },
  // One row a token of the configuration that was used, by its hash.
  [TABLES.tokenUse]: { id, hash: uniqueKey, lastUsedAt: instant, lastUsedAddress: key },
  // One row a change that people may want to be told of. `emittedAt` and `mailedAt`: what is done.
  [TABLES.alert]: {
    id,
    kind: always(word<Alert | News>()),
    // That of the delivery in the log; null where it is about none.
    deliveryPosition: integer,
    suggestionId: integer,
    // What there is to say of it besides, as JSON: of each kind something else.
    details: text,
    createdAt: always(instant),
    emittedAt: instant,
    mailedAt: instant,
  },
  // One row a decision of a person. Append-only.
  [TABLES.decision]: {
    id,
    kind: always(word<Choice['kind']>()),
    choice: always(key),
    subject: text,
    streamKey: key,
    documentId: key,
    deliveryPosition: integer,
    decidedBy: always(text),
    decidedAt: always(instant),
  },
  // One row a fact that the first use settles for all later ones.
  [TABLES.pin]: { id, pinKey: uniqueKey, value: always(key), pinnedAt: instant },
  // One row an image that a delivery named without bringing it: what fetching it gave.
  [TABLES.fetchedImage]: {
    id,
    sourceKey: uniqueKey,
    deliveryPosition: always(integer),
    url: always(text),
    digest: key,
    why: json<Placeholders>(),
    fetchedAt: always(instant),
  },
  // One row an article that is or was published: where its page is, and what is wrong with that.
  [TABLES.page]: {
    id,
    streamKey: uniqueKey,
    url: text,
    version: key,
    // Since when the page is to be right; and when it is looked at next.
    since: instant,
    dueAt: instant,
    failures: tally,
    checkedAt: instant,
    issues: json<Issue[]>(),
    isWrong: flag,
  },
  // One row an address that search engines are to be told of; it goes once they were.
  [TABLES.announcement]: {
    id,
    urlKey: uniqueKey,
    url: always(text),
    kind: always(word<'present' | 'gone'>()),
    // Another one with each change, so that what changed while it was told is told again.
    mark: always(key),
    since: always(instant),
    readyAt: instant,
    dueAt: instant,
    failures: tally,
  },
} satisfies Record<TableUid, Columns>;
