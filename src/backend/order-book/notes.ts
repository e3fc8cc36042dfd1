import { asc, inArray } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { isRefusedBy, transact } from '#backend/db/transact.ts';
import { recordAction } from '#backend/staff/actions.ts';
import type { Actor } from '#backend/staff/actor.ts';
import { keepable } from '#domain/text.ts';
import { type OrderNote, orderNotes } from './tables.ts';

/** The most characters of a note. */
export const LONGEST_NOTE = 1000;

/** Adds a note, which the customer never sees. The log records it without its text. Refusals: invalid (`text`), not_found. */
export async function addNote(
  db: Database,
  orderId: string,
  { text, actor }: { text: string; actor: Actor },
): Promise<Result<OrderNote, StaffCode>> {
  const written = keepable(text).replaceAll('\r\n', '\n').trim();
  if (written === '') return invalid('Write something first.');
  const length = [...written].length;
  if (length > LONGEST_NOTE)
    return invalid(`A note has ${LONGEST_NOTE} characters at most, and this has ${length}.`);
  try {
    return await transact(db, async (transaction) => {
      const [value] = await transaction
        .insert(orderNotes)
        .values({ orderId, text: written, recordedBy: actor.name })
        .returning();
      if (!value) throw new Error('The database returned no note');
      const recordedBy = actor.name;
      await recordAction(transaction, { action: 'order.note', subject: orderId, recordedBy });
      return done(value);
    });
  } catch (error) {
    if (isRefusedBy(error, FOREIGN_KEY)) return refuse('not_found', 'There is no such order.');
    throw error;
  }
}

const FOREIGN_KEY = '23503';

const invalid = (sentence: string) =>
  refuse('invalid', `The note was not kept. ${sentence}`, { fields: { text: sentence } });

/** Returns the notes of orders, oldest first. */
export const notesOf = (db: Database, ids: readonly string[]): Promise<OrderNote[]> =>
  db
    .select()
    .from(orderNotes)
    .where(inArray(orderNotes.orderId, [...ids]))
    .orderBy(asc(orderNotes.id));
