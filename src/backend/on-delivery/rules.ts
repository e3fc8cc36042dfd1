import { sql } from 'drizzle-orm';
import { done, refuse } from '#backend/base/result.ts';
import { isOfCustomer, type OrderCustomer } from '#backend/base/same-customer.ts';
import type { Database } from '#backend/db/connect.ts';
import type { WayRules } from '#backend/orders/placing/way-rules.ts';
import { isAtDoor } from '#backend/orders/status.ts';
import { orders } from '#backend/orders/tables.ts';
import { shop } from '#config/shop.ts';
import { toKobo } from '#domain/money/money.ts';
import { type HashKey, phoneHashes } from './phone-hash.ts';
import { counts } from './refusals.ts';
import { doorRefusals } from './tables.ts';

/** Accepted orders of one customer that may be on their way at once without money. */
const MOST_OPEN = 2;

/** The one answer to every order that cannot be paid in this way: it says nothing of other people's orders. */
const ANOTHER_WAY = 'Please choose another way to pay for this order';
const anotherWay = refuse('validation_failed', `${ANOTHER_WAY}.`, { fields: { way: ANOTHER_WAY } });

/**
 * An order that costs nothing, and one that is paid at the door, are accepted at once. So a customer has at most two of
 * them on their way, by account, email address or phone number.
 */
const hasRoom = async (transaction: Pick<Database, '$count'>, buyer: OrderCustomer) =>
  (await transaction.$count(
    orders,
    sql`${isAtDoor(orders)} and ${orders.arrivedAt} is null and ${isOfCustomer(sql`${orders}`, buyer)}`,
  )) < MOST_OPEN;

/** The rules of an order that costs nothing. */
export const NOTHING_RULES: WayRules = {
  minutes: ({ RESERVATION_MINUTES }) => RESERVATION_MINUTES,
  check: async (transaction, buyer) =>
    (await hasRoom(transaction, buyer))
      ? done(null)
      : refuse(
          'too_much_held',
          'Two of your orders are already on their way to you without payment. Please wait until one has arrived.',
        ),
};

/** The rules of paying on delivery: places, an amount, and nobody who has refused an order. */
export const doorRules = (keys: readonly HashKey[]): WayRules => ({
  ...NOTHING_RULES,

  depositKobo: (feeKobo) => (shop.payOnDelivery?.deposit ? feeKobo : 0),

  async check(transaction, buyer, { totalKobo, place }) {
    const facts = shop.payOnDelivery;
    if (!facts || totalKobo > toKobo(facts.most)) return anotherWay;
    if (facts.places && (place === null || !facts.places.includes(place))) return anotherWay;
    const refused = await transaction.$count(
      doorRefusals,
      sql`${counts} and (${doorRefusals.accountId} = ${buyer.accountId}
        or ${doorRefusals.phoneHash} = any(${sql.param(phoneHashes(keys, buyer.phone))}::text[]))`,
    );
    return refused === 0 && (await hasRoom(transaction, buyer)) ? done(null) : anotherWay;
  },
});
