import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { Merchant } from '#backend/mail/merchant.ts';
import { enqueue } from '#backend/mail/outbox.ts';
import { incidentBeganEmail, incidentEndedEmail } from './emails.ts';
import type { Finding } from './finding.ts';
import { incidents } from './tables.ts';

/** The kinds of incidents. Email is not one, because no email could report it; readiness and metrics do. */
export type IncidentKind = (typeof incidents.$inferSelect)['kind'];

/**
 * Records the result of a check and emails the merchant: once at the beginning of an incident and once at its end, for any
 * number of processes.
 * @returns the change.
 */
export async function recordFinding(
  db: Database,
  kind: IncidentKind,
  finding: Finding,
  merchant: Merchant,
): Promise<'began' | 'ended' | null> {
  if (finding.state === 'unknown') return null;
  return db.transaction(async (transaction) => {
    if (finding.state === 'works') {
      const [ended] = await transaction
        .update(incidents)
        .set({ endedAt: sql`now()` })
        .where(and(eq(incidents.kind, kind), isNull(incidents.endedAt)))
        .returning();
      if (ended) await enqueue(transaction, incidentEndedEmail(ended, merchant));
      return ended ? 'ended' : null;
    }
    const [began] = await transaction
      .insert(incidents)
      .values({ kind, beganAt: finding.since })
      .onConflictDoNothing()
      .returning();
    if (began) await enqueue(transaction, incidentBeganEmail(began, finding.reason, merchant));
    return began ? 'began' : null;
  });
}
