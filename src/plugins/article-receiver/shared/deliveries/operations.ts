import type { CarriedDelivery, LoggedDelivery, ImportResult } from './archive';
import type { DeliveryDetail, DeliveryState, DeliverySummary, ReceiverStatus } from './deliveries';
import type { DryRun, JobSummary } from './jobs';
import type { TargetPreview, TargetProposal } from '../articles/targets';
import type { NameFault, NewToken, TokenSummary } from '../settings/tokens';

/** Which deliveries are meant. What is left out does not narrow the choice. */
export interface DeliveryFilter {
  states?: readonly DeliveryState[];
  /** The feed's event kind, in full. */
  event?: string;
  /** The feed's article id, in full. */
  articleId?: string;
  /** Received at or after, epoch ms. */
  since?: number;
  /** Received before, epoch ms. */
  until?: number;
  /** Part of the title, the slug, or one of the ids; letter case does not matter. */
  search?: string;
  /** Without those that somebody discarded: a redrive of many leaves them as they were decided. */
  undecided?: true;
}

/** What came of checking one stored thing against its digest. */
export interface Verified {
  kind: 'body' | 'image';
  /** The delivery id of a body, the SHA-256 of an image. */
  id: string;
  /** `dropped`: retention took the bytes, so there is nothing to check. */
  result: 'intact' | 'damaged' | 'dropped';
  /** What is wrong with it; null when nothing is. */
  reason: string | null;
}

export interface RedriveResult {
  deliveryId: string;
  /** The state that it is in now: `quarantined` when it still cannot be read. */
  state: DeliveryState;
}

/** A rebuild, and how far it is. */
export type RebuildJob = Pick<
  JobSummary,
  'id' | 'kind' | 'state' | 'total' | 'done' | 'changed' | 'failed'
>;

export interface WorkLeft {
  /** Pending deliveries. */
  pending: number;
  /** Deliveries that a running rebuild has looked at; null when none is running. */
  done: number | null;
}

/** What removing the plugin's data takes away. */
export interface RemovalPlan {
  /** Tables, each with its number of rows. */
  tables: { name: string; rows: number }[];
  /** Rows in tables of Strapi's that are ours, by what they are. */
  rows: { what: string; count: number }[];
  /** Files of the Media Library that deliveries brought. */
  files: number;
  /** Relations of the site's own content types that point to ours; they forbid the removal. */
  obstacles: string[];
}

/** What can be done about the tokens that open the webhook: the part of the service that is for people. */
export interface TokenAdministration {
  /** A word that says why not, when it may not have the name. @param wanted.expiresAt epoch ms; null: no end. */
  create(wanted: { name: string; expiresAt: number | null }): Promise<NewToken | NameFault>;
  list(): Promise<TokenSummary[]>;
  /** A word that says why not, when it cannot be rotated. @param overlapMs default: the option. */
  rotate(id: string, overlapMs?: number): Promise<NewToken | string>;
  /** Null when there is none with this id. */
  revoke(id: string): Promise<TokenSummary | null>;
}

/** What an operator can ask of a receiver, whatever the hand: the command line works through it. */
export interface Operations {
  tokens: TokenAdministration;
  status(): Promise<ReceiverStatus>;
  /** Deliveries, newest first, read page by page: the log may be far larger than memory. */
  deliveries(filter: DeliveryFilter): AsyncIterable<DeliverySummary>;
  /** One delivery with its issues and attempts; null when there is none with this id. */
  delivery(deliveryId: string): Promise<DeliveryDetail | null>;
  /** The body exactly as it was received; null when there is no such delivery. */
  body(deliveryId: string): Promise<Buffer | null>;
  count(filter: DeliveryFilter): Promise<number>;
  /** Deliveries in the order of the log, with their exact bodies, for another log. */
  records(filter: DeliveryFilter): AsyncIterable<LoggedDelivery>;
  /** Appends what another log exported and this one has not; what it has is left alone. */
  importDeliveries(deliveries: readonly CarriedDelivery[]): Promise<ImportResult>;
  /** Asks for the projection of every delivery that matches and that nobody discarded. */
  redrive(filter: DeliveryFilter): AsyncIterable<RedriveResult>;
  /** Asks for one delivery's projection; null when there is none with this id. */
  redriveOne(deliveryId: string): Promise<RedriveResult | null>;
  /**
   * What projecting every article again would change.
   * @param restoreDeleted default: false.
   * @param told what was found so far, every few seconds.
   */
  rebuildPreview(restoreDeleted?: boolean, told?: (found: DryRun) => void): Promise<DryRun>;
  /** Asks for every article to be projected again, where no such work is under way or paused already. */
  rebuild(restoreDeleted?: boolean): Promise<{ begun: RebuildJob } | { active: RebuildJob }>;
  /** The latest rebuild or bulk redrive; null when there was none. */
  latestJob(): Promise<RebuildJob | null>;
  /** Works in this process until nothing is left to do; yields what is. */
  drain(): AsyncIterable<WorkLeft>;
  countVerifiable(): Promise<{ bodies: number; images: number }>;
  verify(): AsyncIterable<Verified>;
  /** Throws when there is no such content type; the message names the nearest one. */
  proposeTarget(type: string): TargetProposal;
  /** What a mapping would make of a delivery; without one, of the newest in the log or a small sample. */
  previewTarget(target: TargetProposal['target'], body: Buffer | null): Promise<TargetPreview>;
  removalPlan(): Promise<RemovalPlan>;
  /** Removes everything of the plugin's from the site; the site must not be running. */
  remove(options: { files: boolean }): AsyncIterable<string>;
}
