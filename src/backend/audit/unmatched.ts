import { inArray } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import { ownerOf } from '#backend/payments/shop-mark.ts';
import { inALine } from '#backend/payments/unmatched/email.ts';
import { withoutOrder } from '#backend/payments/unmatched/keeping.ts';
import { unmatchedPayments } from '#backend/payments/unmatched/tables.ts';
import type { Settings } from '#backend/settings/settings.ts';
import type { Violation } from './audit.ts';

/**
 * Reads the provider's list of the last `days`, and names each payment of this shop that no order has. Those that
 * the shop knows of are named by a rule of the database, or are settled. Changes nothing.
 */
export async function auditUnmatched(
  db: Database,
  paystack: Pick<PaymentProvider, 'list'>,
  { days, settings }: { days: number; settings: Pick<Settings, 'SITE_URL'> },
): Promise<{ violations: Violation[]; listed: number }> {
  const rule = 'each payment at Paystack has an order';
  const to = new Date();
  const listed = await paystack.list({ from: new Date(to.getTime() - days * 86_400_000), to });
  if (!listed.ok) {
    const line = `Paystack's list of payments could not be read: ${listed.refusal.message}`;
    return { violations: [{ rule, line }], listed: 0 };
  }
  const lost = (await withoutOrder(db, settings, listed.value)).filter(
    (payment) => ownerOf(payment, settings) === 'ours',
  );
  const references = lost.map(({ reference }) => reference);
  const known = await db
    .select({ reference: unmatchedPayments.reference })
    .from(unmatchedPayments)
    .where(inArray(unmatchedPayments.reference, references));
  const have = new Set(known.map(({ reference }) => reference));
  const violations = lost
    .filter(({ reference }) => !have.has(reference))
    .map(({ reference, amountKobo, currency, customer, paidAt }) => ({
      rule,
      line: `Paystack has a payment that no order has: ${inALine({
        reference,
        amount: amountKobo,
        currency,
        email: customer?.email ?? null,
        paidAt: paidAt === null ? null : new Date(paidAt),
      })}`,
    }));
  return { violations, listed: listed.value.length };
}
