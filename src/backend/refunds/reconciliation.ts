import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#backend/db/transact.ts';
import type { Events } from '#backend/events/events.ts';
import type { LockedPayment } from '#backend/orders/lock-order.ts';
import type { ProviderRefund } from '#backend/payment-provider/provider.ts';
import { readNote } from './notes.ts';
import { type Purpose, purposeOfIntent } from './purpose.ts';
import { addRefund, advanceRefund, askSoon, rank } from './recording.ts';
import { type RefundRow, refunds } from './tables.ts';

/**
 * Makes the refunds of a locked payment equal to the provider's. Only the provider's list distinguishes two refunds of the
 * same amount: by their ids, and this shop's by its mark. Adds unknown refunds.
 */
export async function reconcile(
  transaction: Transaction,
  locked: LockedPayment,
  listed: readonly ProviderRefund[],
  events: Events,
): Promise<void> {
  const of = eq(refunds.payment, locked.payment.reference);
  const rows = await transaction.select().from(refunds).where(of);
  const named = listed.map((refund) => ({ refund, row: rows.find((row) => isSame(row, refund)) }));
  const taken = new Set(named.map(({ row }) => row?.id));
  for (const { refund, row } of named) {
    const known = row ?? rows.find((other) => !taken.has(other.id) && mayBe(other, refund));
    const setBack = known !== undefined && isSetBack(known, refund);
    if (setBack) {
      const { status } = refund;
      await transaction.update(refunds).set({ status }).where(eq(refunds.id, known.id));
      known.status = status;
    }
    taken.add(known?.id);
    const { id: providerId, status, amount, currency } = refund;
    const request = askedHere(refund);
    if (known) {
      const isRecognised = known.mark === null && request.mark !== undefined;
      const recognised = isRecognised && { ...request, recognisedAs: NEXT_VERSION };
      await transaction
        .update(refunds)
        .set({ providerId, ...recognised })
        .where(eq(refunds.id, known.id));
      await advanceRefund(transaction, { ...locked, known }, { status, reference: null }, events);
      // The list was read before the order was locked. A webhook may have reported more in between.
      if (setBack) await askSoon(transaction, known);
    } else {
      const purpose = purposeOfIntent(request.intent ?? '');
      const update = { status, amount, currency, reference: null, providerId, ...purpose };
      const { id } = await addRefund(transaction, locked, update, events);
      // Written after the row: a new request may ask for no more than is left, and this request is an old one.
      if (request.mark) await transaction.update(refunds).set(request).where(eq(refunds.id, id));
    }
  }
}

/** Counts as requested later than everything that a page has shown. */
const NEXT_VERSION = sql`nextval(pg_get_serial_sequence('refunds', 'id'))`;

/**
 * Reads the note of a refund that this shop requested and its database has lost (lost-time/). So the same request is
 * recognised, and not paid back again.
 */
function askedHere({
  merchantNote,
  amount,
}: ProviderRefund): Partial<
  Purpose & Pick<RefundRow, 'mark' | 'intent' | 'requestedBy' | 'reason'>
> {
  const noted = readNote(merchantNote, amount);
  return noted ? { ...noted, ...purposeOfIntent(noted.intent), requestedBy: 'somebody' } : {};
}

/** Whether a row is certainly this refund of the provider's. */
const isSame = (row: RefundRow, { id, merchantNote, amount }: ProviderRefund) =>
  row.providerId === id || (row.mark !== null && readNote(merchantNote, amount)?.mark === row.mark);

/** Whether a refund is behind the state in its row. A report without a reference was then about another one. */
const isSetBack = (row: RefundRow, refund: ProviderRefund) =>
  row.status !== 'requested' && rank(refund.status) < rank(row.status);

/**
 * Whether a row may be this refund: one from a webhook without a refund's reference. If a provider lists no notes, the
 * amount decides: a refund that was sent without an answer is this one, too.
 */
const mayBe = (row: RefundRow, { amount, currency, merchantNote }: ProviderRefund) =>
  (row.mark === null ||
    (merchantNote === null && row.status === 'requested' && row.sentAt !== null)) &&
  !row.byHand &&
  row.providerId === null &&
  row.amount === amount &&
  row.currency === currency;
