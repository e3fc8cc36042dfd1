import { type SQL, sql } from 'drizzle-orm';
import { isBought } from '#backend/base/still-counts.ts';
import { orders } from '#backend/orders/tables.ts';

/**
 * Whether an order waits to go out: bought, and neither gone (shipped, or back in stock) nor reversed. Refunds under
 * way and lost disputes count as paid back: nothing goes out for no money. A line that was paid back still goes out,
 * since it may be for a bottle that came broken.
 */
export const isToPack: SQL = sql`(${isBought(orders, sql`m.received - m.remaining`)}
  and ${orders.goneAt} is null and ${orders.reversedAt} is null)`;
