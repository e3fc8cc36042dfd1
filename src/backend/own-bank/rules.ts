import { sql } from 'drizzle-orm';
import { done, refuse } from '#backend/base/result.ts';
import type { WayRules } from '#backend/orders/placing/way-rules.ts';
import { awaitsTransfer } from '#backend/orders/status.ts';
import { orders } from '#backend/orders/tables.ts';
import { shop } from '#config/shop.ts';
import { formatNaira, toKobo } from '#domain/money/money.ts';

/** Orders of one customer that may wait for a transfer to the shop's account at once. */
const MOST_AWAITED = 2;

/** An order keeps its units for days. So there are two for each customer, by account or email address, and an amount. */
export const BANK_RULES: WayRules = {
  minutes: () => (shop.bankAccount?.days ?? 0) * 24 * 60,

  async check(transaction, { email, accountId }, { totalKobo }) {
    const most = shop.bankAccount?.most ?? 0;
    if (totalKobo > toKobo(most))
      return refuse(
        'validation_failed',
        `In this way we take orders of up to ${formatNaira(most)}. Please choose another way to pay for this order.`,
        { fields: { way: `We take orders of up to ${formatNaira(most)} in this way` } },
      );
    const open = await transaction.$count(
      orders,
      sql`${awaitsTransfer(sql`${orders}`)} and (${orders.email} = ${email} or ${orders.accountId} = ${accountId})`,
    );
    return open < MOST_AWAITED
      ? done(null)
      : refuse(
          'too_much_held',
          'Two of your orders are already waiting for a transfer. Pay for one of them, or choose another way to pay.',
        );
  },
};
