import type { SQL } from 'drizzle-orm';

/** A rule that holds in every sound shop. The query returns a readable `violation` for each place that breaks it. */
export interface AuditRule {
  name: string;
  query: SQL;
}
