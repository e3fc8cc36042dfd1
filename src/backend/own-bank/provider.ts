import { asc, eq } from 'drizzle-orm';
import { done, refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { recordedPayment } from '#backend/orders/recorded.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import { shop } from '#config/shop.ts';
import { bankTransfers } from './tables.ts';

/**
 * The shop's own bank account as a payment provider (decision 56): it knows of a payment what staff have recorded. So
 * reservations, late money and double payments follow the same rules as at any provider. Money goes back by hand.
 */
export const ownBank = (db: Pick<Database, 'select'>): PaymentProvider => ({
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

  verify: (reference) =>
    recordedPayment(db, reference, async () => {
      const rows = await db
        .select()
        .from(bankTransfers)
        .where(eq(bankTransfers.payment, reference))
        .orderBy(asc(bankTransfers.id));
      return rows.map(({ id, sessionId, sentAt }) => ({
        id: sessionId ?? `bank-${id}`,
        at: sentAt,
        channel: 'bank_transfer',
      }));
    }),
});
