/**
 * The tables behind the content, as models of Strapi's database layer: created, migrated and
 * queried by Strapi, with real unique indexes, but no content types — so they are in no editor,
 * no Content API, no GraphQL schema and no role.
 */

type DatabaseClient = 'sqlite' | 'postgres' | 'mysql';

/** Uids of the tables, for `strapi.db.query`. */
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

/** Strapi has no type for bytes; the databases do, each under a name of its own. */
const BYTES_TYPE: Record<DatabaseClient, string> = {
  sqlite: 'blob',
  postgres: 'bytea',
  mysql: 'longblob',
};

const id = { type: 'increments' } as const;
const text = { type: 'text' } as const;
const integer = { type: 'integer' } as const;
/** Epoch milliseconds: Strapi stores datetimes in the process's time zone, which may differ between instances. */
const instant = { type: 'biginteger' } as const;
const key = { type: 'string' } as const;
/** Unique where it is set; all databases take any number of rows without a value. */
const uniqueWhereSet = { type: 'string', column: { unique: true } } as const;
const uniqueKey = { type: 'string', column: { unique: true, notNullable: true } } as const;

/**
 * Never over `id`: Strapi does not see it in an index, and would make the index anew each time. A
 * list of columns comes along without being named.
 */
const index = (table: string, ...columns: (string | string[])[]) => ({
  name: `ar_${table}_${columns.flatMap((column) => (typeof column === 'string' ? (column.split('_')[0] ?? '') : [])).join('_')}_idx`,
  columns: columns.flat(),
});

function model(
  singularName: string,
  table: string,
  attributes: Record<string, unknown>,
  indexes: unknown[] = [],
) {
  return {
    uid: `plugin::article-receiver.${singularName}`,
    singularName,
    tableName: `article_receiver_${table}`,
    // Strapi writes column names into the attributes: each needs an object of its own.
    attributes: Object.fromEntries(
      Object.entries({ id, ...attributes }).map(([name, attribute]) => [
        name,
        structuredClone(attribute),
      ]),
    ),
    indexes,
  };
}

/** All models, for the database that the site uses. */
export function models(client: DatabaseClient) {
  const bytes = { type: 'text', columnType: { type: 'specificType', args: [BYTES_TYPE[client]] } };
  return [
    // One row a delivery, exactly as it arrived. Its id is the position in the log.
    model('log', 'log', {
      digest: uniqueKey,
      receivedAt: instant,
      byteSize: integer,
      token: key,
      remoteAddress: key,
      userAgent: text,
      lifts: text,
      body: bytes,
    }),
    // Image bytes, stored once.
    model('blob', 'blobs', { digest: uniqueKey, byteSize: integer, storedAt: instant, bytes }),
    // What is known about each row of the log (same id), and what became of it.
    model(
      'delivery',
      'deliveries',
      {
        deliveryId: uniqueKey,
        digest: key,
        streamKey: key,
        event: key,
        orgId: key,
        articleId: key,
        campaignId: key,
        title: text,
        slug: text,
        sourceStatus: key,
        occurredAt: instant,
        occurredBelow: integer,
        sourceUpdatedAt: instant,
        sourceUpdatedBelow: integer,
        plannedFor: key,
        receivedAt: instant,
        acknowledgedAt: instant,
        byteSize: integer,
        issues: text,
        state: key,
        // The words of versions before reasons had codes.
        reason: text,
        reasonCode: key,
        reasonValues: text,
        stateChangedAt: instant,
        duplicates: { ...integer, default: 0 },
        lastDuplicateAt: instant,
        failures: { ...integer, default: 0 },
        nextAttemptAt: instant,
        discardedAt: instant,
        leftBy: text,
        leftCode: key,
        leftAt: instant,
      },
      [
        index('delivery', 'stream_key'),
        index('delivery', 'state'),
        index('delivery', 'article_id'),
        // What a day's deliveries are counted from, alone.
        index('delivery', 'received_at', 'state', ['discarded_at', 'left_at']),
        index('delivery', 'left_at'),
        index('delivery', 'next_attempt_at'),
      ],
    ),
    // One row a try to project a stream. Append-only.
    model(
      'attempt',
      'attempts',
      {
        streamKey: key,
        deliveryPosition: integer,
        startedAt: instant,
        finishedAt: instant,
        outcome: key,
        reason: text,
        reasonCode: key,
        reasonValues: text,
        details: text,
        changes: text,
      },
      [index('attempt', 'delivery_position'), index('attempt', 'stream_key')],
    ),
    // One row an article of the feed: the lock of its one writer, and what it wrote last.
    model(
      'stream',
      'streams',
      {
        streamKey: uniqueKey,
        articleId: key,
        documentId: key,
        base: text,
        slug: text,
        publishedEffect: key,
        publishedFingerprint: key,
        hold: text,
        refused: text,
        heroFileId: integer,
        restore: { type: 'boolean', default: false },
        mayMove: { type: 'boolean', default: false },
        targetUid: key,
        locale: key,
        files: text,
        links: text,
        shelf: text,
        history: text,
        adoptedBy: integer,
        plannedFor: key,
        plannedBy: integer,
      },
      [index('stream', 'document_id'), index('stream', 'slug'), index('stream', 'planned_for')],
    ),
    // One row a slug that an article waits for or had: whoever gets or loses it leaves a mark here.
    model(
      'slug-interest',
      'slug_interests',
      { interestKey: uniqueKey, streamKey: key, slug: key, mark: key },
      [index('interest', 'stream_key'), index('interest', 'slug'), index('interest', 'mark')],
    ),
    // What the feed offers for fields that an editor changed.
    model(
      'suggestion',
      'suggestions',
      {
        streamKey: key,
        documentId: key,
        field: key,
        value: text,
        deliveryPosition: integer,
        state: key,
        createdAt: instant,
        decidedAt: instant,
        decidedBy: text,
      },
      [index('suggestion', 'stream_key', 'state'), index('suggestion', 'document_id', 'state')],
    ),
    // One row a claim: who has it, and until when. And one a lock, which a transaction has.
    model('lease', 'leases', { name: uniqueKey, heldBy: key, heldUntil: instant }),
    // One row a rebuild or bulk redrive: how far it is, so that it goes on after a restart.
    model('job', 'jobs', {
      kind: key,
      state: key,
      filter: text,
      requestedBy: text,
      restoreDeleted: { type: 'boolean', default: false },
      total: integer,
      done: integer,
      changed: integer,
      failed: integer,
      position: integer,
      startedAt: instant,
      finishedAt: instant,
    }),
    // One row a campaign, tag, media asset or file: the document it became, and what was written last.
    model('projected', 'projected', {
      sourceKey: uniqueKey,
      kind: key,
      sourceId: text,
      documentId: key,
      base: text,
      claims: text,
    }),
    // One row an image by its bytes: the file of the Media Library that they became.
    model('image-file', 'image_files', {
      digest: uniqueKey,
      fileId: integer,
      contentType: key,
      byteSize: integer,
      trailing: integer,
      // Its name in storage; null for those from before it was written down.
      storageName: key,
      heldBy: key,
      heldUntil: instant,
    }),
    // One row a token that an administrator made. `currentName` is its name while no other may take it.
    model('token', 'tokens', {
      tokenId: uniqueKey,
      hash: uniqueKey,
      name: key,
      currentName: uniqueWhereSet,
      createdAt: instant,
      expiresAt: instant,
      revokedAt: instant,
      replacedBy: key,
      lastUsedAt: instant,
      lastUsedAddress: key,
    }),
    // One row a token of the configuration that was used, by its hash.
    model('token-use', 'token_uses', {
      hash: uniqueKey,
      lastUsedAt: instant,
      lastUsedAddress: key,
    }),
    // One row a change that people may want to be told of. `emittedAt` and `mailedAt`: what is done.
    model(
      'alert',
      'alerts',
      {
        kind: key,
        deliveryPosition: integer,
        suggestionId: integer,
        details: text,
        createdAt: instant,
        emittedAt: instant,
        mailedAt: instant,
      },
      [index('alert', 'emitted_at'), index('alert', 'mailed_at')],
    ),
    // One row a decision of a person. Append-only.
    model(
      'decision',
      'decisions',
      {
        kind: key,
        choice: key,
        subject: text,
        streamKey: key,
        documentId: key,
        deliveryPosition: integer,
        decidedBy: text,
        decidedAt: instant,
      },
      [index('decision', 'delivery_position'), index('decision', 'stream_key')],
    ),
    // One row a fact that the first use settles for all later ones.
    model('pin', 'pins', { pinKey: uniqueKey, value: key, pinnedAt: instant }),
    // One row an image that a delivery named without bringing it: what fetching it gave.
    model(
      'fetched-image',
      'fetched_images',
      {
        sourceKey: uniqueKey,
        deliveryPosition: integer,
        url: text,
        digest: key,
        reason: text,
        fetchedAt: instant,
      },
      [index('fetched', 'delivery_position')],
    ),
    // One row an article that is or was published: where its page is, and what is wrong with that.
    model(
      'page',
      'pages',
      {
        streamKey: uniqueKey,
        url: text,
        version: key,
        // Since when the page is to be right; and when it is looked at next.
        since: instant,
        dueAt: instant,
        failures: { ...integer, default: 0 },
        checkedAt: instant,
        issues: text,
        isWrong: { type: 'boolean', default: false },
      },
      [index('page', 'due_at'), index('page', 'is_wrong')],
    ),
    // One row an address that search engines are to be told of; it goes once they were.
    model(
      'announcement',
      'announcements',
      {
        urlKey: uniqueKey,
        url: text,
        kind: key,
        // Another one with each change, so that what changed while it was told is told again.
        mark: key,
        since: instant,
        readyAt: instant,
        dueAt: instant,
        failures: { ...integer, default: 0 },
      },
      [index('announcement', 'ready_at', 'due_at'), index('announcement', 'due_at')],
    ),
  ];
}
