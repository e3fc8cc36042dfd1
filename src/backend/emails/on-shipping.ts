import { eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import { type KnownRecord, readRecords } from '#backend/fulfilment/records.ts';
import {
  orderCorrectedEmail,
  orderShippedEmail,
  shipmentEmails,
} from '#backend/fulfilment/shipped-email.ts';
import { type FulfilmentRow, standing } from '#backend/fulfilment/tables.ts';
import type { Email } from '#backend/mail/email.ts';
import { dropEmails } from '#backend/mail/outbox.ts';
import { emails } from '#backend/mail/tables.ts';
import { orderNotes } from '#backend/order-book/tables.ts';
import { reasonIn } from '#backend/order-book/taking-back.ts';
import { dueOf, paymentsOf } from '#backend/orders/payment-of.ts';
import { isUnpaidAccepted } from '#backend/orders/status.ts';
import { orders } from '#backend/orders/tables.ts';
import { mayWriteTo, type Told, type Writing } from './writing.ts';

/** Reads an order with what is recorded of its goods. Null if its customer gets no emails. */
async function goodsOf(transaction: Transaction, id: string) {
  const [order] = await transaction.select().from(orders).where(eq(orders.id, id));
  if (!order || !mayWriteTo(order)) return null;
  const records = await readRecords(transaction, [id]);
  const steps = standing(records);
  return { order, records, steps, shipment: steps.findLast(({ step }) => step === 'shipped') };
}

/**
 * Writes to the customer about the last shipment of the steps that are in force. The email waits as long as the step
 * can be undone, and takes the place of one about an earlier shipment that still waits.
 */
export async function aboutShipment(
  { order: id }: Told<'order.shipped'>,
  { transaction }: Writing,
): Promise<Email[]> {
  const goods = await goodsOf(transaction, id);
  if (!goods?.shipment) return [];
  const ids = shipmentEmails(goods.steps);
  await dropEmails(transaction, ids);
  const isCorrected = (await transaction.$count(emails, inArray(emails.id, ids))) > 0;
  const { order, shipment } = goods;
  const { rest } = isUnpaidAccepted(order) ? (await paymentsOf(transaction, [id]))(id) : {};
  const dueKobo = rest ? dueOf(order, rest) : 0;
  return [orderShippedEmail({ ...order, dueKobo }, shipment, isCorrected)];
}

/** Tells the customer that a step which she knows of was a mistake. */
export async function aboutCorrection(
  { order: orderId, step: stepId, note: noteId }: Told<'order.corrected'>,
  { transaction }: Writing,
): Promise<Email[]> {
  const goods = await goodsOf(transaction, orderId);
  const [note] = await transaction.select().from(orderNotes).where(eq(orderNotes.id, noteId));
  const isMeant = (row: KnownRecord): row is KnownRecord & FulfilmentRow =>
    row.id === stepId && row.about === null;
  const record = goods?.records.find(isMeant);
  if (!goods || !note || !record) return [];
  const { id, step } = record;
  const reason = reasonIn(note, step);
  return [orderCorrectedEmail(goods.order, { id, step, left: goods.shipment, reason })];
}
