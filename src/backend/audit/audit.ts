import { sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { auditRules } from './rules.ts';

/** A broken rule, and a line that says where. */
export interface Violation {
  rule: string;
  line: string;
}

/** The numbers of things that were checked. */
export type AuditCounts = Record<
  'products' | 'movements' | 'orders' | 'paid' | 'pending' | 'emails',
  number
>;

/** Checks a shop in one read-only snapshot, even while it is selling. */
export function auditShop(
  db: Database,
  settings: { RESERVATION_MINUTES: number },
): Promise<{ violations: Violation[]; counts: AuditCounts }> {
  return db.transaction((snapshot) => auditSnapshot(snapshot, settings), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

/** Does the same inside the caller's transaction. */
export async function auditSnapshot(
  snapshot: Pick<Database, 'execute'>,
  settings: { RESERVATION_MINUTES: number },
): Promise<{ violations: Violation[]; counts: AuditCounts }> {
  const violations: Violation[] = [];
  for (const { name, query } of auditRules(settings)) {
    const { rows } = await snapshot.execute<{ violation: string }>(query);
    violations.push(...rows.map((row) => ({ rule: name, line: row.violation })));
  }
  const { rows } = await snapshot.execute<AuditCounts>(sql`select
    (select count(*) from products)::int as products,
    (select count(*) from stock_movements)::int as movements,
    (select count(*) from orders)::int as orders,
    (select count(*) from orders where status = 'paid')::int as paid,
    (select count(*) from orders where status = 'pending')::int as pending,
    (select count(*) from emails)::int as emails`);
  const [counts] = rows;
  if (!counts) throw new Error('The database returned no counts');
  return { violations, counts };
}
