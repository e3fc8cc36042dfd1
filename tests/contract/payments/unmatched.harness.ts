import { eq, isNull, like, sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { isReference, newReference } from '#backend/base/ids.ts';
import { emails } from '#backend/mail/tables.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { orders, webhookEvents } from '#backend/orders/tables.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import { listUnmatched } from '#backend/payments/unmatched/list.ts';
import { lookForPayments, type Rounds } from '#backend/payments/unmatched/rounds.ts';
import { readSettings } from '#backend/settings/settings.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { press } from '#sandbox/sandbox.harness.ts';
import type { SandboxShop } from '../orders/sandbox-shop.harness.ts';
import type { TestShop } from '../shop.harness.ts';

/** Helpers for the tests of payments without an order. */

/** Returns what a background round needs, over the services of a shop. */
export const roundsOf = (
  { services, databaseUrl, dataDir, log }: TestShop,
  paystack: PaymentProvider,
): Rounds => ({
  ...services,
  providers: [paystack],
  settings: readSettings({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    MERCHANT_EMAIL: 'orders@shop.example',
  }),
  log: (entry) => log.push(entry),
  ask: services.settlement.ask,
});

export function lostPayments(shop: SandboxShop) {
  const { services } = shop;
  const { db } = services;
  const rounds = roundsOf(shop, shop.paystack);
  const rowOf = async (reference: string) =>
    (await db.select().from(payments).where(eq(payments.reference, reference)))[0];
  /** Waits for the webhook of a payment, so that none is pending afterwards. */
  const heard = (reference: string) =>
    vi.waitFor(
      async () =>
        expect(await db.$count(webhookEvents, eq(webhookEvents.reference, reference))).toBe(1),
      10_000,
    );
  return {
    rounds,
    async round() {
      await services.refunds.sweep();
      await lookForPayments(rounds);
    },
    list: () => listUnmatched(db),
    /** The row of a payment. */
    rowOf,
    /** Whether it is known to have no order. */
    isFound: async (reference: string) => (await rowOf(reference))?.foundAt != null,
    /** Makes the next question due. */
    askSoon: () => db.update(payments).set({ nextAt: sql`now()` }).where(isNull(payments.foundAt)),
    /** Returns the emails that tell the merchant. */
    letters: () =>
      db
        .select()
        .from(emails)
        .where(like(emails.id, 'merchant-unmatched:%'))
        .orderBy(emails.createdAt),
    /** Makes a paid order that the database then loses. Returns its reference. */
    async lose(change: Partial<InitializeBody> = {}): Promise<string> {
      const { id, reference } = await shop.pay(1, change);
      await heard(reference);
      await db.delete(orders).where(eq(orders.id, id));
      return reference;
    },
    /** Makes a payment on the same Paystack account that this shop never began. */
    async payElsewhere(reference = newReference(), metadata: Record<string, unknown> = {}) {
      const begun = await shop.paystack.begin({
        reference,
        email: 'musa@example.com',
        amountKobo: 700_000,
        callbackUrl: 'https://other.example/payment/callback',
        metadata,
      });
      if (!begun.ok) throw new Error(begun.refusal.message);
      await press(begun.value.page, 'Pay now');
      await heard(reference);
      if (isReference(reference))
        // The message makes a row, and the answer about it comes later.
        await vi.waitFor(
          async () =>
            expect(await rowOf(reference)).toMatchObject({ received: expect.any(Number) }),
          10_000,
        );
      return reference;
    },
    /** Waits until a webhook has been handled. */
    until: (check: () => Promise<void>) => vi.waitFor(check, 10_000),
  };
}
