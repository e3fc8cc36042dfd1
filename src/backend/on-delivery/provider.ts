import { asc, eq } from 'drizzle-orm';
import { refuse } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { recordedPayment } from '#backend/orders/recorded.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import { doorCollections } from './tables.ts';

/**
 * The courier at the door as a payment provider (decision 57): it knows of a payment what staff have recorded. Money goes
 * back by hand.
 */
export const atDoor = (db: Database): PaymentProvider => ({
  name: 'door',
  timeoutMs: 1000,
  pauseMs: 0,

  // The order is accepted, and nothing begins until the courier is there.
  begin: async () => refuse('rejected', 'nobody pays at the door on a page'),

  verify: (reference) =>
    recordedPayment(db, reference, async () => {
      const rows = await db
        .select()
        .from(doorCollections)
        .where(eq(doorCollections.payment, reference))
        .orderBy(asc(doorCollections.id));
      return rows.map(({ id, how, recordedAt }) => ({
        id: `door-${id}`,
        at: recordedAt,
        channel: how === 'cash' ? 'cash' : 'bank_transfer',
      }));
    }),
});

/** The provider of orders that cost nothing. Nobody is asked about them, and no money comes. */
export const nobody: PaymentProvider = {
  name: 'none',
  timeoutMs: 1000,
  pauseMs: 0,
  begin: async () => refuse('rejected', 'there is nothing to pay'),
};
