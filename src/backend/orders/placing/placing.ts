import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import { saveAddress } from '#backend/accounts/addresses.ts';
import { newOrderId, newReference } from '#backend/base/ids.ts';
import { done, type Result, refuse } from '#backend/base/result.ts';
import type { OrderCustomer } from '#backend/base/same-customer.ts';
import type { Database } from '#backend/db/connect.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { keptDelivery } from '#backend/orders/delivery.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { readPhone } from '#backend/orders/phone.ts';
import { isFeeOfState } from '#backend/orders/places.ts';
import { promotionUseRows } from '#backend/orders/promotion-uses.ts';
import { replaceOrders } from '#backend/orders/purchases.ts';
import { factsWithParts, partRows } from '#backend/orders/set-lines.ts';
import { type LockedProduct, lockProducts, reserving } from '#backend/orders/stock.ts';
import {
  type OrderRow,
  orderItems,
  orderParts,
  orders,
  promotionUses,
} from '#backend/orders/tables.ts';
import { imageUrl } from '#backend/products/catalogue/product-view.ts';
import { movedIds } from '#backend/products/catalogue/redirects.ts';
import { countedOffers, type Found } from '#backend/promotions/offers.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import { CHECKOUT_MESSAGES, type InitializeBody } from '#contract/checkout.ts';
import type { Campaign } from '#domain/orders/campaign.ts';
import { eachExtra } from '#domain/orders/order-extras.ts';
import { keptReductions } from '#domain/orders/sums.ts';
import { type ChosenWay, WAYS, type WayId, wayOf } from '#domain/payments/ways.ts';
import { findState, stateOfPlace } from '#domain/places/geography.ts';
import type { SetPart } from '#domain/products/sets.ts';
import { refuseBegun } from './begun-limits.ts';
import { claimOrder, claimPurchase } from './claiming.ts';
import { type Client, lockClient } from './client.ts';
import { type Compared, compareOrder } from './comparison.ts';
import { readAndCount } from './findings.ts';
import { type PricedLine, unitsOfLines } from './lines.ts';
import { checkReserved, type ReservationLimits } from './reservation-caps.ts';
import { samplesLeft } from './samples.ts';
import type { WayRules } from './way-rules.ts';

/** Minutes that units are reserved until the shopper has a page to pay on. Then RESERVATION_MINUTES applies. */
export const FIRST_RESERVATION_MINUTES = 5;
export const FIRST_RESERVATION_END = sql`now() + ${FIRST_RESERVATION_MINUTES} * interval '1 minute'`;

/** The limits of an order, and its way of payment. */
export interface PlacingLimits extends ReservationLimits {
  way: ChosenWay;
  /** The way by which a deposit is paid. */
  page: ChosenWay;
  rules: Readonly<Record<WayId, WayRules>>;
  /** The smallest total that a provider takes, in kobo. */
  smallestKobo: number;
  /** Units of samples that one customer may have in all orders. */
  samplesPerCustomer: number;
}

/** An order that was placed; the one that its attempt made before is `known`. */
export interface Placed {
  order: OrderRow;
  known: boolean;
  /** The lines of a new order. */
  lines: readonly (PricedLine & ReturnType<typeof shownOf>)[] | null;
}

/**
 * Makes a pending order and reserves its units, in one transaction. Returns the first order if this attempt has made one
 * already (`known`). `replaced` are unpaid orders of the same browser, which end when the new one is made: their units
 * pass to it, and the caps do not count them.
 * Refusals: cart_changed, attempt_reused, shipping_place_unknown, too_much_held, rate_limited. They change nothing.
 */
export const placeOrder = (
  db: Database,
  body: InitializeBody,
  client: Client,
  limits: PlacingLimits,
  replaced: readonly string[] = [],
): Promise<Result<Placed>> =>
  transact(db, (transaction) => place(transaction, body, client, limits, replaced));

async function place(
  transaction: Transaction,
  body: InitializeBody,
  client: Client,
  limits: PlacingLimits,
  replaced: readonly string[],
): Promise<Result<Placed>> {
  // Without the campaign: the same order from another advertisement is still the same order.
  const { campaign, ...ordered } = body;
  const attemptHash = createHash('sha256').update(JSON.stringify(ordered)).digest('hex');
  await lockClient(transaction, body.email, client);
  const { known, secondsToWait, feeKobo, placeState, reserved, offered } = await readAndCount(
    transaction,
    body,
    client,
    limits,
    replaced,
  );
  // An order of an account is continued in that account alone, so that nobody at the same browser pays for another.
  const isAnothers = known?.accountId != null && known.accountId !== client.accountId;
  if (known && (known.attemptHash !== attemptHash || known.status === 'cancelled' || isAnothers)) {
    return refuse(
      'attempt_reused',
      'This attempt to pay was begun with another order, or a newer attempt has replaced it. Begin a new one.',
    );
  }
  if (known) {
    await claimOrder(transaction, known, client.accountId);
    return done({ order: known, known: true, lines: null });
  }
  const tooMany = refuseBegun(secondsToWait);
  if (tooMany) return tooMany;
  if (feeKobo === null) return refusePlace(transaction, body);
  const id = newOrderId();
  const ids = body.items.map((item) => item.productId);
  const purchaseId = await replaceOrders(transaction, { id, items: ids }, replaced);
  if (purchaseId !== id) await claimPurchase(transaction, purchaseId, body, client.accountId);
  const sold = await lockSold(transaction, body.items);
  const { rows } = sold;
  const now = Date.now();
  const customer = {
    email: body.email,
    accountId: client.accountId,
    phone: readPhone(body.shippingInfo.phone),
  };
  const left = await samplesLeft(transaction, rows, customer, limits.samplesPerCustomer);
  const compared = compareOrder(body, sold, feeKobo, now, {
    smallestKobo: WAYS[limits.way].settledBy === 'provider' ? limits.smallestKobo : 0,
    provider: WAYS[limits.way].provider,
    samples: { most: limits.samplesPerCustomer, left },
    offers: await offersOf(transaction, offered, rows, body, customer),
    state: placeState ?? stateOfPlace(body.shippingLocation ?? '') ?? null,
  });
  if (!compared.ok) return compared;
  const { totalKobo, discountKobo, promotion } = compared.value;
  const way = wayOf(totalKobo, limits.way);
  const place = body.shippingLocation || null;
  const rules = limits.rules[way];
  const depositKobo = depositOf(rules, { feeKobo, discountKobo, promotion }, limits);
  const allowed = await rules.check?.(transaction, customer, { totalKobo, place });
  if (allowed?.ok === false) return allowed;
  // An order keeps its units while it waits for money.
  const room = allowed && depositKobo === 0 ? allowed : checkReserved(body.items, reserved, limits);
  if (!room.ok) return room;
  const products = new Map(rows.map((row) => [row.id, row]));
  const lines = compared.value.lines.map((line) => ({
    ...line,
    ...shownOf(products.get(line.productId), line.parts, products),
  }));
  const order = await insertOrder(
    transaction,
    {
      ...customerOf(body),
      id,
      purchaseId,
      reference: newReference(),
      accountId: client.accountId,
      shippingPlace: place,
      feeUnconfirmed: place === null,
      placeMissing:
        place === null && !(await isFeeOfState(transaction, feeKobo, body.shippingInfo.state)),
      feeKobo,
      totalKobo,
      discountKobo,
      promotion,
      delivery: keptDelivery(deliveryState(body, placeState), now),
      attemptKey: client.attemptKey,
      attemptHash,
      campaign: wordsOf(campaign),
      clientAddress: client.address,
      reservationExpiresAt: FIRST_RESERVATION_END,
    },
    lines,
    { way, page: limits.page, depositKobo },
  );
  if (body.saveAddress && client.accountId) await saveAddress(transaction, client.accountId, body);
  return done({ order, known: false, lines });
}

/**
 * The promotions that may count, under their locks. None for a client that says nothing of a discount: it shows none, and
 * its shopper pays what she saw.
 */
const offersOf = async (
  transaction: Transaction,
  offered: readonly Found[],
  products: readonly LockedProduct[],
  { discount, code }: InitializeBody,
  customer: OrderCustomer,
) =>
  discount === undefined && !code
    ? []
    : countedOffers(transaction, offered, products, customer, true);

/**
 * The products of a cart under their lock. A device may still hold a former id of some, and of parts that were chosen
 * for a set: `moved` has their present ids.
 */
async function lockSold(transaction: Transaction, items: InitializeBody['items']) {
  const ids = items.map(({ productId }) => productId);
  const rows = await lockProducts(transaction, ids);
  const known = new Set(rows.map(({ id }) => id));
  const named = items.flatMap(({ productId, parts = [] }) => [productId, ...parts]);
  const missing = named.filter((id) => !known.has(id));
  const moved = await movedIds(transaction, missing);
  const others = [...moved.values()].filter((id) => !known.has(id));
  if (others.length > 0) rows.push(...(await lockProducts(transaction, others)));
  return { rows, moved };
}

/** The words that are there; null without any. */
function wordsOf(campaign: InitializeBody['campaign']): Campaign | null {
  const words = Object.entries(campaign ?? {}).filter(([, word]) => word);
  return words.length > 0 ? Object.fromEntries(words) : null;
}

/** The state that an order goes to: the chosen place's, otherwise that of the address. The checkout has the same rule. */
const deliveryState = ({ shippingLocation, shippingInfo }: InitializeBody, state: string | null) =>
  state ?? stateOfPlace(shippingLocation ?? '') ?? findState(shippingInfo.state) ?? null;

/** Returns the recipient of the order and her address. */
const customerOf = ({ email, shippingInfo }: InitializeBody) => ({
  email,
  fullName: shippingInfo.fullName,
  shippingEmail: shippingInfo.email,
  phone: shippingInfo.phone,
  phoneE164: readPhone(shippingInfo.phone),
  address: shippingInfo.address,
  city: shippingInfo.city,
  state: shippingInfo.state,
  country: shippingInfo.country,
  ...eachExtra(({ name }) => shippingInfo[name] || null),
});

/** Returns the facts of a product that its line keeps, for the order's page and on paper. */
export const shownOf = (
  product: LockedProduct | undefined,
  parts: readonly SetPart[],
  products: ReadonlyMap<string, LockedProduct>,
) => ({
  image: product?.mainPicture ? imageUrl(product.mainPicture) : '',
  facts: factsWithParts(product, parts, (id) => products.get(id)?.name),
});

/** Kobo that are paid before the order is accepted: the fee less its discounts, if a provider takes so little. */
function depositOf(
  rules: WayRules,
  sums: Pick<Compared, 'discountKobo' | 'promotion'> & { feeKobo: number },
  { smallestKobo }: Pick<PlacingLimits, 'smallestKobo'>,
): number {
  const off = keptReductions(sums.promotion, sums.discountKobo).filter(({ delivery }) => delivery);
  const feeKobo = off.reduce((rest, { kobo }) => rest - kobo, sums.feeKobo);
  const kobo = rules.depositKobo?.(feeKobo) ?? 0;
  return kobo < smallestKobo ? 0 : kobo;
}

/**
 * Writes the order, its lines, its first payment or the two of one with a deposit, and the uses of promotions, and
 * reserves its units. One statement, since every purchase waits for it.
 */
export async function insertOrder(
  transaction: Transaction,
  order: PgInsertValue<typeof orders> &
    Pick<OrderRow, 'id' | 'reference' | 'totalKobo' | 'promotion'>,
  lines: readonly (PricedLine & ReturnType<typeof shownOf>)[],
  { way, page, depositKobo }: { way: WayId; page: ChosenWay; depositKobo: number },
): Promise<OrderRow> {
  const { line, reserved } = reserving(order.id, unitsOfLines(lines));
  const items = lines.map((line, position) => ({ ...line, orderId: order.id, position }));
  const parts = partRows(items);
  const uses = promotionUseRows(order);
  const payment = (paid: WayId, askedKobo: number, reference = order.reference) => ({
    reference,
    orderId: order.id,
    provider: WAYS[paid].provider,
    way: paid,
    askedKobo,
    nextAt: reference === order.reference ? FIRST_RESERVATION_END : null,
  });
  const first = depositKobo > 0 ? payment(page, depositKobo) : payment(way, order.totalKobo);
  const rest = payment(way, order.totalKobo - depositKobo, newReference());
  const [row] = await transaction
    .with(
      ...(parts.length > 0
        ? [transaction.$with('parts').as(transaction.insert(orderParts).values(parts).returning())]
        : []),
      ...(uses.length > 0
        ? [transaction.$with('uses').as(transaction.insert(promotionUses).values(uses).returning())]
        : []),
      transaction.$with('line', {}).as(line),
      transaction.$with('reserved', {}).as(reserved),
      transaction
        .$with('items')
        .as(transaction.insert(orderItems).values(items).returning({ of: orderItems.orderId })),
      transaction.$with('payment').as(
        transaction
          .insert(payments)
          .values(depositKobo > 0 ? [first, rest] : [first])
          .returning({ of: payments.orderId }),
      ),
    )
    .insert(orders)
    .values(order)
    .returning();
  if (!row) throw new Error('The database returned no order');
  return row;
}

async function refusePlace(
  transaction: Transaction,
  { shippingLocation }: InitializeBody,
): Promise<Result<never>> {
  const field = shippingLocation ? 'shippingLocation' : 'shippingFee';
  const places = await transaction.$count(shippingPlaces);
  return refuse(
    'shipping_place_unknown',
    places === 0
      ? 'This shop cannot deliver yet: it has no shipping location. Please try again later.'
      : 'We do not deliver there at that fee. Please select a shipping location.',
    { fields: { [field]: CHECKOUT_MESSAGES.shippingLocation } },
  );
}
