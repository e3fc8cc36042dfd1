import { and, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { wordsOf } from '#backend/payment-provider/names.ts';
import type { Providers } from '#backend/payment-provider/providers.ts';
import { ownerOf } from '#backend/payments/shop-mark.ts';
import { inALine } from '#backend/payments/unmatched/email.ts';
import { withoutOrder } from '#backend/payments/unmatched/keeping.ts';
import type { Settings } from '#backend/settings/settings.ts';
import type { Violation } from './audit.ts';

/**
 * Reads the providers' lists of the last `days`, and names each payment to this shop without an order. Payments that the
 * shop knows are covered by a rule of the database, or are settled. Changes nothing.
 */
export async function auditUnmatched(
  db: Database,
  providers: Providers,
  { days, settings }: { days: number; settings: Pick<Settings, 'SITE_URL'> },
): Promise<{ violations: Violation[]; listed: number }> {
  const to = new Date();
  const from = new Date(to.getTime() - days * 86_400_000);
  const violations: Violation[] = [];
  let listed = 0;
  for (const provider of providers) {
    const { name } = wordsOf(provider.name);
    const rule = `each payment at ${name} has an order`;
    const list = await provider.lists?.payments({ from, to });
    if (list && !list.ok) {
      const line = `${name}'s list of payments could not be read: ${list.refusal.message}`;
      violations.push({ rule, line });
      continue;
    }
    const rows = list?.value ?? [];
    listed += rows.length;
    const lost = (await withoutOrder(db, settings, rows)).filter(
      (payment) => ownerOf(payment, settings) === 'ours',
    );
    const references = lost.map(({ reference }) => reference);
    const known = await db
      .select({ reference: payments.reference })
      .from(payments)
      .where(and(inArray(payments.reference, references), isNotNull(payments.foundAt)));
    const have = new Set(known.map(({ reference }) => reference));
    for (const { reference, amountKobo, currency, customer, paidAt } of lost) {
      if (have.has(reference)) continue;
      const payment = {
        reference,
        received: amountKobo,
        currency,
        payer: customer,
        paidAt: paidAt === null ? null : new Date(paidAt),
      };
      violations.push({
        rule,
        line: `${name} has a payment that no order has: ${inALine(payment)}`,
      });
    }
  }
  return { violations, listed };
}
