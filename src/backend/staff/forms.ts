import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { staffForms } from './tables.ts';

/** What is known of a form that was sent. */
export type SentForm =
  /** It was not sent before: do it. */
  | { state: 'new' }
  /** It was done: show its result again. */
  | { state: 'done'; location: string }
  /** The process that did it died, or is very slow. Nobody knows how it ended. */
  | { state: 'unknown' }
  /** It is another person's. */
  | { state: 'foreign' };

/** How long a form waits for the request that was sent with it before. A thumb that presses twice sends both at once. */
const WAIT_SECONDS = 20;
const LOOK_MS = 150;

/** Takes a form for this request alone, in the database and so for all processes. */
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
    // Absent: the request that took it has just given it back.
    if (row && row.owner !== staffId) return { state: 'foreign' };
    if (row && row.location !== null) return { state: 'done', location: row.location };
    if (row && !row.recent) return { state: 'unknown' };
    await pause(LOOK_MS);
  }
}

/** Keeps the result of a form: where it is shown, and what it says. */
export async function finishForm(
  db: Database,
  id: string,
  result: { location: string; notice: string },
): Promise<void> {
  await db.update(staffForms).set(result).where(eq(staffForms.id, id));
}

/** Gives back a form that was refused, so that it can be sent again. */
export async function giveBackForm(db: Database, id: string): Promise<void> {
  await db.delete(staffForms).where(eq(staffForms.id, id));
}

/** What the result of a form says to the person who sent it; null for anybody else. */
export async function noticeOf(db: Database, id: string, staffId: string): Promise<string | null> {
  const [row] = await db
    .select({ notice: staffForms.notice })
    .from(staffForms)
    .where(
      and(eq(staffForms.id, id), eq(staffForms.staffId, staffId), isNotNull(staffForms.notice)),
    );
  return row?.notice ?? null;
}
