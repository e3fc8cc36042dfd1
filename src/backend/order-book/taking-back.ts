import { eq, inArray } from 'drizzle-orm';
import { done, type Result, refuse, type StaffCode } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import type { WithEvents } from '#backend/events/events.ts';
import { sheetSince } from '#backend/fulfilment/courier-sheet.ts';
import { type KnownRecord, readRecords } from '#backend/fulfilment/records.ts';
import { shipmentEmails } from '#backend/fulfilment/shipped-email.ts';
import type { FulfilmentStep } from '#backend/fulfilment/step-names.ts';
import { type FulfilmentRow, fulfilmentSteps, standing } from '#backend/fulfilment/tables.ts';
import { dropEmails, releaseEmails } from '#backend/mail/outbox.ts';
import { emails } from '#backend/mail/tables.ts';
import { lockOrder } from '#backend/orders/lock-order.ts';
import { takeOffAgain } from '#backend/orders/restocking.ts';
import { type OrderRow, restocks } from '#backend/orders/tables.ts';
import { type Actor, ownersOnly } from '#backend/staff/actor.ts';
import { lagosTime } from '#domain/lagos-date.ts';
import { orderNumber } from '#domain/orders/order.ts';
import { type OrderNote, orderNotes } from './tables.ts';

/** The most characters of a reason. */
export const LONGEST_REASON = 200;

/** Returns the words before the reason, in the note that stores it. */
const takenBack = (step: FulfilmentStep) => `Why '${step}' was taken back: `;

/** Returns the reason in the note about a step that was taken back. */
export const reasonIn = ({ text }: OrderNote, step: FulfilmentStep): string =>
  text.slice(takenBack(step).length);

export interface TakingBack {
  actor: Actor;
  /** The intended step, by id or name. A later step that the person has not seen stays. */
  which: number | FulfilmentStep;
  /** The reason. The customer reads it if she has been told about the step. */
  reason: string | null;
}

/** Locks an order and reads the records of its goods. */
async function locked(transaction: Transaction, orderId: string) {
  const order = await lockOrder(transaction, orderId);
  if (!order) return null;
  const records = await readRecords(transaction, [orderId]);
  return { order, records, steps: standing(records) };
}

/**
 * Takes back the last step of an order. A row records the person, and the order returns to its state before. If the
 * customer has not been told, the waiting email is dropped. Otherwise a reason is needed, and she gets one email.
 * Simultaneous calls do it once. A refusal about the `reason` means that one is needed.
 * @returns the result, as a sentence.
 */
export const takeBack = (
  { db, events }: WithEvents,
  orderId: string,
  { actor, which, reason }: TakingBack,
): Promise<Result<string, StaffCode>> =>
  transact(db, async (transaction) => {
    const name = `Order #${orderNumber(orderId)}`;
    if ((reason?.length ?? 0) > LONGEST_REASON)
      return refuse('invalid', `A reason can have up to ${LONGEST_REASON} characters.`, {
        about: 'reason',
      });
    const found = await locked(transaction, orderId);
    if (!found) return refuse('not_found', `${name} is gone.`);
    const { order, records, steps } = found;
    const last = steps.at(-1);
    const isMeant = (row: KnownRecord) => row.id === which || row.step === which;
    if (!last || last !== steps.findLast(isMeant)) {
      const step = records.findLast(isMeant);
      const by = records.findLast((row) => row.step === 'taken-back' && row.about === step?.id);
      if (by)
        return done(
          `${name}: '${step?.step}' was taken back before, on ${lagosTime(by.at)}, as ${by.recordedBy} has recorded.`,
        );
      const now = last
        ? `is ${last.step}, as ${last.recordedBy} has recorded. Take that back first`
        : 'has no step that can be taken back';
      return refuse('conflict', `${name} ${now}.`);
    }
    const forbidden = last.step === 'returned' ? ownersOnly(actor, 'take returns back') : null;
    if (forbidden) return forbidden;

    if (order.status === 'cancelled')
      return refuse(
        'conflict',
        `${name} has ended: '${last.step}' stays. If its units are not here, correct the stock of the product.`,
      );

    const mailed = shipmentEmails([last]);
    await dropEmails(transaction, mailed);
    const told = last.shown || (await transaction.$count(emails, inArray(emails.id, mailed))) > 0;
    if (reason === null) {
      const sheet = await sheetSince(transaction, orderId, last.at);
      const why = told
        ? `The customer of order #${orderNumber(orderId)} has been told that it was ${last.step}. Write what went wrong, and she gets one email that puts it right.`
        : sheet &&
          `${name} is on a sheet for the courier that ${sheet.recordedBy} opened after it was ${last.step}. If the parcel is still here, write what went wrong.`;
      if (why)
        return refuse('conflict', why, {
          about: 'reason',
          fields: { reason: 'Write what went wrong.' },
        });
    }
    if (last.step === 'returned' && !(await takeOffReturned(transaction, order, last)))
      return refuse(
        'conflict',
        `${name} cannot be taken back: one of its units that came back was sold again. Correct the stock of the product instead.`,
      );
    // If nothing was packed before, one press records both steps, so one press takes both back.
    const press = steps.filter(({ at }) => at.getTime() === last.at.getTime()).toReversed();
    const recordedBy = actor.name;
    await transaction
      .insert(fulfilmentSteps)
      .values(
        press.map(({ id }) => ({ orderId, step: 'taken-back' as const, about: id, recordedBy })),
      );
    // A note, because it may name the customer: it is erased with her data, and a step is not.
    const [note] =
      reason === null
        ? []
        : await transaction
            .insert(orderNotes)
            .values({ orderId, recordedBy, text: takenBack(last.step) + reason })
            .returning();
    if (!told) await events.publish(transaction, { type: 'order.shipped', order: orderId });
    else if (note) {
      const corrected = { order: orderId, step: last.id, note: note.id };
      await events.publish(transaction, { type: 'order.corrected', ...corrected });
    }
    const hears = told ? 'gets one email about it' : 'hears nothing of it';
    return done(`${name}: '${last.step}' is taken back. Its customer ${hears}.`);
  });

/** Removes the units from stock that returned with a step or after it. @returns false if one was sold in the meantime. */
async function takeOffReturned(
  transaction: Transaction,
  { id }: OrderRow,
  { at }: FulfilmentRow,
): Promise<boolean> {
  const [back] = await transaction.select().from(restocks).where(eq(restocks.orderId, id));
  // Units that returned with an earlier refund are not part of the step.
  return !back || back.at < at || takeOffAgain(transaction, id);
}

/** Tells the customer of an order at once: sends the waiting email, and shows her the steps so far. */
export const sendNow = (
  db: Database,
  orderId: string,
  actor: Actor,
): Promise<Result<string, StaffCode>> =>
  transact(db, async (transaction) => {
    const name = `Order #${orderNumber(orderId)}`;
    const found = await locked(transaction, orderId);
    const last = found?.steps.at(-1);
    if (!last) return refuse('conflict', `${name} has nothing to tell its customer.`);
    if (found?.steps.every(({ shown }) => shown))
      return done(`The customer of order #${orderNumber(orderId)} knows already.`);
    await transaction.insert(fulfilmentSteps).values({
      orderId,
      step: 'sent-now',
      about: last.id,
      recordedBy: actor.name,
    });
    await releaseEmails(transaction, shipmentEmails(found?.steps ?? []));
    return done(`${name}: its customer is told now.`);
  });
