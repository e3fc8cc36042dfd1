import { desc, eq } from 'drizzle-orm';
import { done, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { keepsUnits } from '#backend/orders/status.ts';
import { orders } from '#backend/orders/tables.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import type { Providers } from '#backend/payment-provider/providers.ts';
import { shop } from '#config/shop.ts';
import { bankTransfers } from './tables.ts';

/**
 * The shop's own bank account as a payment provider (decision 56): it knows of a payment what staff have recorded. So
 * reservations, late money and double payments follow the same rules as at any provider. Money goes back by hand.
 */
export const ownBank = (db: Database): PaymentProvider => ({
  name: 'bank',
  timeoutMs: 1000,
  pauseMs: 0,

  // Its account is shown on our own page.
  begin: async () => refuse('rejected', 'a bank account has no page to pay on'),

  transfers: {
    async open({ expiresAt }) {
      if (!shop.bankAccount) return refuse('rejected', 'shop.json has no bankAccount');
      const { bank, number, name } = shop.bankAccount;
      return done({ bank, number, name, expiresAt: expiresAt.toISOString() });
    },
  },

  async verify(reference) {
    const [found] = await db
      .select({ payment: payments, order: orders, last: bankTransfers })
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.orderId))
      .leftJoin(bankTransfers, eq(bankTransfers.payment, payments.reference))
      .where(eq(payments.reference, reference))
      .orderBy(desc(bankTransfers.sentAt), desc(bankTransfers.id))
      .limit(1);
    if (!found) return refuse('unknown_reference', 'no such payment');
    const { payment, order, last } = found;
    const asked = payment.askedKobo ?? order.totalKobo;
    const { arrivedKobo } = payment;
    // While the order waits, the rest may still come. After its end a part of the money is all that comes.
    const isWhole = arrivedKobo >= asked || (arrivedKobo > 0 && !keepsUnits(order));
    return done({
      id: last?.sessionId ?? `bank-${last?.id ?? reference}`,
      state: isWhole ? 'succeeded' : 'not_begun',
      word: isWhole ? 'recorded' : 'not recorded',
      reference,
      amountKobo: arrivedKobo,
      requestedAmountKobo: null,
      currency: 'NGN',
      channel: 'bank_transfer',
      // Somebody may have typed a time before the order was placed.
      paidAt: last ? new Date(Math.max(+last.sentAt, +order.createdAt)).toISOString() : null,
      customer: null,
      metadata: null,
    });
  },
});

/** Returns the providers of a shop with its own account, which it may have offered at any time. */
export const withOwnBank = (providers: Providers, db: Database): Providers => [
  ...providers,
  ownBank(db),
];
