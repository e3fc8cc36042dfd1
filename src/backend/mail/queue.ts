import { and, asc, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { mails } from '#backend/db/mail-tables.ts';
import type { Letter } from './email.ts';
import { MERCHANT_MAIL } from './merchant-emails.ts';
import { ORDER_PAID_MAIL } from './order-paid.ts';

/** Puts a letter into the queue, inside the caller's transaction; one with the same id is left as it is. */
export async function post(db: Pick<Database, 'insert'>, letter: Letter): Promise<void> {
  await db.insert(mails).values(letter).onConflictDoNothing();
}

/** A letter of the outbox page, newest first. */
export interface PostedLetter extends Letter {
  createdAt: Date;
  sentAt: Date | null;
}

/** The last hundred letters, of one recipient or of all. */
export async function postedLetters(db: Database, recipient?: string): Promise<PostedLetter[]> {
  return db
    .select()
    .from(mails)
    .where(recipient ? eq(mails.recipient, recipient.trim().toLowerCase()) : undefined)
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(100);
}

/** The letters about an order, to the customer and to the merchant, oldest first. */
export async function lettersOfOrder(db: Database, order: { id: string }): Promise<PostedLetter[]> {
  return db
    .select()
    .from(mails)
    .where(
      inArray(
        mails.id,
        [ORDER_PAID_MAIL, ...Object.values(MERCHANT_MAIL)].map((kind) => kind + order.id),
      ),
    )
    .orderBy(asc(mails.createdAt), asc(mails.id));
}

/** Minutes until a letter is tried again: 1, 2, 4 … up to an hour. */
const backOff = sql`now() + least(power(2, ${mails.tries}), 60) * interval '1 minute'`;

/**
 * Takes the next letter that is due and hands it to `send`; other processes pass it over meanwhile. A crash
 * between the mail server's answer and our commit may send one again, under the same Message-ID.
 * @returns false when none was due.
 */
export async function sendNext(
  db: Database,
  send: (letter: Letter) => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [letter] = await tx
      .select()
      .from(mails)
      .where(and(isNull(mails.sentAt), lte(mails.nextTryAt, sql`now()`)))
      .orderBy(asc(mails.nextTryAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!letter) return false;
    const row = eq(mails.id, letter.id);
    try {
      await send(letter);
      await tx.update(mails).set({ sentAt: new Date() }).where(row);
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error);
      await tx
        .update(mails)
        .set({ tries: sql`${mails.tries} + 1`, nextTryAt: backOff, lastError })
        .where(row);
    }
    return true;
  });
}
