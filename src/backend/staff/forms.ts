import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { staffForms } from './tables.ts';

export type SentForm =
  /** It was not sent before, so it is run. */
  | { state: 'new' }
  /** It was done. Its result is shown again. */
  | { state: 'done'; location: string }
  /** The process that ran it died, or is very slow. Nobody knows how it ended. */
  | { state: 'unknown' }
  /** It belongs to another person. */
  | { state: 'foreign' };

/** Seconds for which a form waits for an earlier request with it. A double tap sends both at once. */
const WAIT_SECONDS = 20;
const LOOK_MS = 150;

/** Claims a form for this request alone, in the database and so across all processes. */
export async function takeForm(db: Database, id: string, staffId: string): Promise<SentForm> {
  for (;;) {
    const taken = await db
      .insert(staffForms)
      .values({ id, staffId })
      .onConflictDoNothing()
      .returning({ id: staffForms.id });
    if (taken.length > 0) return { state: 'new' };
    const recent = sql<boolean>`${staffForms.sentAt} > now() - ${WAIT_SECONDS} * interval '1 second'`;
    const [row] = await db
      .select({ owner: staffForms.staffId, location: staffForms.location, recent })
      .from(staffForms)
      .where(eq(staffForms.id, id));
    // If the row is absent, the request that had claimed it has just given it back.
    if (row && row.owner !== staffId) return { state: 'foreign' };
    if (row && row.location !== null) return { state: 'done', location: row.location };
    if (row && !row.recent) return { state: 'unknown' };
    await pause(LOOK_MS);
  }
}

/** Stores the result of a form: where it is shown, and its notice. */
export async function finishForm(
  db: Database,
  id: string,
  result: { location: string; notice: string },
): Promise<void> {
  await db.update(staffForms).set(result).where(eq(staffForms.id, id));
}

/** Releases a form that was refused, so that it can be sent again. */
export async function giveBackForm(db: Database, id: string): Promise<void> {
  await db.delete(staffForms).where(eq(staffForms.id, id));
}

/** Returns the notice of a form's result for the person who sent it; null for anybody else. */
export async function noticeOf(db: Database, id: string, staffId: string): Promise<string | null> {
  const [row] = await db
    .select({ notice: staffForms.notice })
    .from(staffForms)
    .where(
      and(eq(staffForms.id, id), eq(staffForms.staffId, staffId), isNotNull(staffForms.notice)),
    );
  return row?.notice ?? null;
}
