import { eq } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import type { Email } from '#backend/mail/email.ts';
import { orders } from '#backend/orders/tables.ts';
import {
  differenceEmail,
  merchantReturnEmail,
  returnAnsweredEmail,
  returnAskedEmail,
  type ToldReturn,
} from '#backend/returns/emails.ts';
import { linesOfReturn } from '#backend/returns/lines.ts';
import { returns } from '#backend/returns/tables.ts';
import { mayWriteTo, type Told, type Writing } from './writing.ts';

async function toldOf(transaction: Transaction, id: number): Promise<ToldReturn | null> {
  const [found] = await transaction
    .select({ row: returns, order: orders })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(eq(returns.id, id));
  if (!found) return null;
  const lines = await linesOfReturn(transaction, id);
  const items = lines.map(({ line: { quantity }, item: { name, facts } }) => ({
    name,
    facts,
    quantity,
  }));
  return { ...found, items };
}

/** Writes about a request for a return, and about its answer. The merchant hears of the request alone. */
export async function aboutReturn(
  { type, return: id }: Told<'return.asked' | 'return.answered'>,
  { transaction, merchant }: Writing,
): Promise<Email[]> {
  const told = await toldOf(transaction, id);
  if (!told) return [];
  const writes = mayWriteTo(told.order);
  if (type === 'return.answered') return writes ? [returnAnsweredEmail(told)] : [];
  return [merchantReturnEmail(told, merchant), ...(writes ? [returnAskedEmail(told)] : [])];
}

/** Writes the link by which she pays the difference for an exchange. */
export async function aboutDifference(
  { return: id, page }: Told<'return.difference'>,
  { transaction }: Writing,
): Promise<Email[]> {
  const told = await toldOf(transaction, id);
  if (!told?.row.exchangeId || !mayWriteTo(told.order)) return [];
  const [order] = await transaction.select().from(orders).where(eq(orders.id, told.row.exchangeId));
  return order ? [differenceEmail(told, { totalKobo: order.totalKobo, page })] : [];
}
