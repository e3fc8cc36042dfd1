import { eq } from 'drizzle-orm';
import type { Email } from '#backend/mail/email.ts';
import { orders } from '#backend/orders/tables.ts';
import { readSampleCodes } from '#backend/promotions/sample-codes.ts';
import { codeDecidedEmail } from '#backend/refunds/customer-emails.ts';
import { mayWriteTo, type Told, type Writing } from './writing.ts';

/** Tells the customer that staff have ended the code of her sample, or given it back. */
export async function aboutCode(
  { type, code, action: id }: Told<'code.ended' | 'code.restored'>,
  { transaction }: Writing,
): Promise<Email[]> {
  const [found] = await readSampleCodes(transaction, [code]);
  const [order] = await transaction
    .select()
    .from(orders)
    .where(eq(orders.id, found?.orderId ?? ''));
  if (!found || !order || !mayWriteTo(order)) return [];
  return [codeDecidedEmail(order, found, { id, ends: type === 'code.ended' })];
}
