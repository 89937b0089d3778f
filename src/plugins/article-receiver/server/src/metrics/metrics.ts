import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';

/** What Prometheus can be told. Counters are of this process; the gauges, of the whole site. */
export interface Metrics {
  registry: Registry;
  answers: Counter<'status'>;
  acknowledgements: Counter<'outcome'>;
  acknowledgeSeconds: Histogram;
  projectionSeconds: Histogram<'outcome'>;
  deliveries: Gauge<'state'>;
  oldestPendingSeconds: Gauge;
  planned: Gauge;
  wrongPages: Gauge;
  indexNowWaiting: Gauge;
  quarantineBytes: Gauge;
  quarantineMaxBytes: Gauge;
}

/** Seconds; a body of 13 MB takes about one to arrive and be stored, an article with images more. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The plugin's service of this name: Strapi makes it once for a site, and keeps it. */
export default function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    answers: new Counter({
      name: 'article_receiver_webhook_answers_total',
      help: 'Answers of the webhook, by HTTP status.',
      labelNames: ['status'],
      registers,
    }),
    acknowledgements: new Counter({
      name: 'article_receiver_acknowledgements_total',
      help: 'Deliveries that were stored, or were there already, before they were answered.',
      labelNames: ['outcome'],
      registers,
    }),
    acknowledgeSeconds: new Histogram({
      name: 'article_receiver_acknowledge_seconds',
      help: 'Time from the beginning of a request to the answer that its delivery is kept.',
      buckets: BUCKETS,
      registers,
    }),
    projectionSeconds: new Histogram({
      name: 'article_receiver_projection_seconds',
      help: 'Time that the projection of an article took, by what came of it.',
      labelNames: ['outcome'],
      buckets: BUCKETS,
      registers,
    }),
    deliveries: new Gauge({
      name: 'article_receiver_deliveries',
      help: 'Deliveries in the event log, by state; without those that somebody discarded.',
      labelNames: ['state'],
      registers,
    }),
    oldestPendingSeconds: new Gauge({
      name: 'article_receiver_oldest_pending_age_seconds',
      help: 'Age of the oldest delivery that waits for its projection; 0 when none does.',
      registers,
    }),
    planned: new Gauge({
      name: 'article_receiver_planned_articles',
      help: 'Articles that go online on a day to come.',
      registers,
    }),
    wrongPages: new Gauge({
      name: 'article_receiver_wrong_pages',
      help: 'Published articles whose page on the front end is not right.',
      registers,
    }),
    indexNowWaiting: new Gauge({
      name: 'article_receiver_indexnow_waiting',
      help: 'Addresses that search engines have not been told of yet.',
      registers,
    }),
    quarantineBytes: new Gauge({
      name: 'article_receiver_quarantine_bytes',
      help: 'Bytes of the bodies that wait in quarantine.',
      registers,
    }),
    quarantineMaxBytes: new Gauge({
      name: 'article_receiver_quarantine_max_bytes',
      help: 'Room that the quarantine has; what has none is refused.',
      registers,
    }),
  };
}

/** The metrics of a site. They are counted whether they can be read or not. */
export const metricsOf = (strapi: Core.Strapi): Metrics =>
  strapi.plugin(PLUGIN_ID).service<Metrics>('metrics');
