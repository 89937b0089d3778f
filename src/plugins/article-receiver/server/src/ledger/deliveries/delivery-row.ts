import type { Issue } from '../../../../shared/deliveries/deliveries';
import { fromJson, type Json } from '../../database/columns';
import type { TABLES } from '../../database/tables';
import type { RowOf } from '../../database/rows';

/** What is known about a delivery of the log, and what became of it. */
export type DeliveryRow = RowOf<typeof TABLES.delivery>;

/** What did not fit in it. */
export const parseIssues = (issues: Json<Issue[]> | null): Issue[] => fromJson(issues) ?? [];
