import { and, desc, eq, gt, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { lease } from '#backend/db/lease.ts';
import type { Email } from './email.ts';
import { emails } from './tables.ts';

/** Seconds for which a process claims an email. A try is shorter (smtp.ts), so only a killed process leaves one behind. */
const CLAIM_SECONDS = 90;

/** Adds emails to the outbox, in the caller's transaction. Leaves out those whose id is already there. */
export async function enqueue(
  db: Pick<Database, 'insert'>,
  ...written: readonly Email[]
): Promise<void> {
  await enqueuing(db, written);
}

/** Returns the query for that, for a larger statement. */
export function enqueuing(db: Pick<Database, 'insert'>, written: readonly Email[]) {
  const rows = written.map(({ lifetimeMinutes, heldUntil, ...row }) => ({
    ...row,
    ...(heldUntil && { nextTryAt: heldUntil }),
    ...(lifetimeMinutes !== undefined && {
      expiresAt: sql`now() + ${lifetimeMinutes}::int * interval '1 minute'`,
    }),
  }));
  return db.insert(emails).values(rows).onConflictDoNothing().returning({ id: emails.id });
}

/** Matches the emails with these ids that no process has tried yet, not even now. */
const untried = (ids: readonly string[]) =>
  and(inArray(emails.id, [...ids]), eq(emails.tries, 0), isNull(emails.sentAt));

/** Drops emails that were not tried yet. @returns whether there was one. */
export async function dropEmails(
  db: Pick<Database, 'delete'>,
  ids: readonly string[],
): Promise<boolean> {
  const dropped = await db.delete(emails).where(untried(ids)).returning({ id: emails.id });
  return dropped.length > 0;
}

/** Sends waiting emails now, before their time. */
export async function releaseEmails(
  db: Pick<Database, 'update'>,
  ids: readonly string[],
): Promise<void> {
  await db.update(emails).set({ nextTryAt: sql`now()` }).where(untried(ids));
}

/** An email with what is known about its delivery. */
export const columns = {
  id: emails.id,
  recipient: emails.recipient,
  subject: emails.subject,
  text: emails.text,
  html: emails.html,
  unsubscribeUrl: emails.unsubscribeUrl,
  createdAt: emails.createdAt,
  /** When the mail server accepted it. Null for a waiting email and for a dead letter. */
  sentAt: emails.sentAt,
  /** When it became a dead letter. */
  deadAt: emails.deadAt,
  tries: emails.tries,
  nextTryAt: emails.nextTryAt,
  /** The mail server's answer to the last failed try. */
  lastError: emails.lastError,
};

/** An email of the queue. */
export type QueuedEmail = Awaited<ReturnType<typeof latestEmails>>[number];

/** Returns the last hundred emails, newest first, to one recipient or to all. */
export const latestEmails = (db: Database, recipient?: string) =>
  db
    .select(columns)
    .from(emails)
    .where(recipient ? eq(emails.recipient, recipient.trim().toLowerCase()) : undefined)
    .orderBy(desc(emails.createdAt), desc(emails.id))
    .limit(100);

/** An email that this process has claimed for a try. */
export interface ClaimedEmail extends Email {
  createdAt: Date;
  /** The number of the try, from 1. A later claim has a higher number. */
  tries: number;
}

const isDue = and(
  eq(emails.kind, 'email'),
  isNull(emails.sentAt),
  isNull(emails.deadAt),
  lte(emails.nextTryAt, sql`now()`),
);

/**
 * Claims the next email that is due, except those to `busy` recipients. Other processes leave it alone for 90 seconds. It
 * counts as a try, so an email that crashes its process also waits longer each time.
 * @returns null if none is due.
 */
export async function claimNext(
  db: Database,
  busy: readonly string[] = [],
): Promise<ClaimedEmail | null> {
  const [claimed] = await lease(db, emails, {
    until: 'nextTryAt',
    seconds: CLAIM_SECONDS,
    due: and(
      isDue,
      gt(emails.expiresAt, sql`now()`),
      sql`${emails.recipient} <> all(${sql.param(busy)}::text[])`,
    ),
    set: { tries: sql`${emails.tries} + 1` },
  });
  return claimed ?? null;
}

/** Records that the mail server accepted the email. */
export async function recordSent(db: Database, { id }: ClaimedEmail): Promise<void> {
  await db.update(emails).set({ sentAt: sql`now()` }).where(eq(emails.id, id));
}

/** Matches the row, unless another process has claimed it since or sent it. */
const ours = ({ id, tries }: ClaimedEmail) =>
  and(eq(emails.id, id), eq(emails.tries, tries), isNull(emails.sentAt));

/** The values for an email that is no longer tried. Versions without dead letters ignore one with an infinite time. */
const dead = { deadAt: sql`now()`, nextTryAt: sql`'infinity'` };

/** Records that the email was refused for good. It becomes a dead letter. */
export async function recordRefused(
  db: Database,
  email: ClaimedEmail,
  lastError: string,
): Promise<void> {
  await db
    .update(emails)
    .set({ ...dead, lastError })
    .where(ours(email));
}

/** The pause after a failed try: 15 s, 30 s, 1, 2, 4 minutes and so on, up to an hour. */
const pause = sql`least(15 * power(2, least(${emails.tries}, 9) - 1), 3600) * interval '1 second'`;

/**
 * Records that the email was not accepted this time. It is retried after a pause, or becomes a dead letter if it expires
 * before that.
 * @returns whether it is now a dead letter.
 */
export async function recordFailed(
  db: Database,
  email: ClaimedEmail,
  lastError: string,
): Promise<boolean> {
  const inTime = sql`now() + ${pause} < ${emails.expiresAt}`;
  const [row] = await db
    .update(emails)
    .set({
      lastError,
      nextTryAt: sql`case when ${inTime} then now() + ${pause} else ${dead.nextTryAt} end`,
      deadAt: sql`case when ${inTime} then null else ${dead.deadAt} end`,
    })
    .where(ours(email))
    .returning({ deadAt: emails.deadAt });
  return row !== undefined && row.deadAt !== null;
}

/** Releases an email whose try was aborted because this process stops. The next process may claim it at once. */
export async function giveBack(db: Database, email: ClaimedEmail): Promise<void> {
  await db
    .update(emails)
    .set({ tries: sql`${emails.tries} - 1`, nextTryAt: sql`now()` })
    .where(ours(email));
}

/** Makes dead letters of emails that expired while nobody tried them. @returns their ids. */
export async function buryExpired(db: Database): Promise<string[]> {
  const rows = await db
    .update(emails)
    .set({ ...dead, lastError: sql`coalesce(${emails.lastError}, 'It was not sent in time')` })
    .where(and(isDue, lte(emails.expiresAt, sql`now()`)))
    .returning({ id: emails.id });
  return rows.map(({ id }) => id);
}
