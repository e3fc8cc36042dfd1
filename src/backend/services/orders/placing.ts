import { createHash } from 'node:crypto';
import { and, eq, sql, sum } from 'drizzle-orm';
import { productPictures, shippingPlaces } from '#backend/db/catalogue-tables.ts';
import type { Database } from '#backend/db/connect.ts';
import { type OrderRow, orderItems, orders } from '#backend/db/order-tables.ts';
import { type Transaction, transact } from '#backend/db/transact.ts';
import { imageUrl } from '#backend/services/catalogue/product-view.ts';
import { done, type Result, refuse } from '#backend/services/result.ts';
import { CHECKOUT_MESSAGES, type InitializeBody } from '#contract/checkout.ts';
import { toKobo } from '#domain/money.ts';
import { compareOrder } from './comparison.ts';
import { newOrderId, newReference } from './ids.ts';
import { readPhone } from './phone.ts';
import { lockProducts, reserveLocked } from './stock.ts';

/** Minutes that units are reserved until the shopper has a page to pay on. Then RESERVATION_MINUTES applies. */
export const FIRST_RESERVATION_MINUTES = 5;

/** Who orders. */
export interface Client {
  /** The browser's key for this attempt. Null without one. */
  attemptKey: string | null;
  /** Network address. Null when not known. */
  address: string | null;
  /** The signed-in customer. Null for a guest. */
  accountId: string | null;
}

export interface ReservationLimits {
  /** Units that the unpaid orders of one email address, or of one network address, may reserve. */
  perEmail: number;
  perAddress: number;
}

/**
 * Makes a pending order and reserves its units, in one transaction. Returns the first order if this attempt has made one
 * already (`known`).
 * Refusals: cart_changed, attempt_reused, shipping_place_unknown, too_much_held.
 */
export function placeOrder(
  db: Database,
  body: InitializeBody,
  client: Client,
  limits: ReservationLimits,
): Promise<Result<{ order: OrderRow; known: boolean }>> {
  const attemptHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  return transact(db, async (transaction) => {
    await lockClient(transaction, body.email, client);
    if (client.attemptKey !== null) {
      const [known] = await transaction
        .select()
        .from(orders)
        .where(eq(orders.attemptKey, client.attemptKey));
      if (known && known.attemptHash !== attemptHash) {
        return refuse(
          'attempt_reused',
          'This attempt to pay was begun with another order. Begin a new one.',
        );
      }
      if (known) return done({ order: known, known: true });
    }
    const fee = await findFee(transaction, body);
    if (!fee.ok) return fee;
    const { place, feeKobo, feeUnconfirmed } = fee.value;
    const rows = await lockProducts(
      transaction,
      body.items.map((item) => item.productId),
    );
    const compared = compareOrder(body, rows, feeKobo, Date.now());
    if (!compared.ok) return compared;
    const { lines, totalKobo } = compared.value;
    const allowed = await checkReserved(transaction, body, client, limits);
    if (!allowed.ok) return allowed;

    const id = newOrderId();
    await reserveLocked(transaction, id, lines);
    const { shippingInfo } = body;
    const [order] = await transaction
      .insert(orders)
      .values({
        id,
        reference: newReference(),
        email: body.email,
        accountId: client.accountId,
        fullName: shippingInfo.fullName,
        shippingEmail: shippingInfo.email,
        phone: shippingInfo.phone,
        phoneE164: readPhone(shippingInfo.phone),
        address: shippingInfo.address,
        city: shippingInfo.city,
        state: shippingInfo.state,
        country: shippingInfo.country,
        shippingPlace: place,
        feeUnconfirmed,
        feeKobo,
        totalKobo,
        attemptKey: client.attemptKey,
        attemptHash,
        clientAddress: client.address,
        reservationExpiresAt: sql`now() + ${FIRST_RESERVATION_MINUTES} * interval '1 minute'`,
        nextCheckAt: sql`now() + ${FIRST_RESERVATION_MINUTES} * interval '1 minute'`,
      })
      .returning();
    if (!order) throw new Error('The database returned no order');
    const images = await mainImages(
      transaction,
      lines.map((line) => line.productId),
    );
    await transaction.insert(orderItems).values(
      lines.map((line, position) => ({
        ...line,
        orderId: order.id,
        position,
        image: images.get(line.productId) ?? '',
      })),
    );
    return done({ order, known: false });
  });
}

/** Lets requests with the same attempt, email address or network address run one at a time. Locks in this order. */
async function lockClient(
  transaction: Transaction,
  email: string,
  { attemptKey, address }: Client,
): Promise<void> {
  const keys = [attemptKey, email, address];
  for (const [kind, key] of keys.entries()) {
    if (key === null) continue;
    await transaction.execute(sql`select pg_advisory_xact_lock(${7000 + kind}, hashtext(${key}))`);
  }
}

/** The fee in kobo: of the chosen place, or, if the client names none, of any place; then the merchant checks it. */
async function findFee(
  transaction: Transaction,
  body: InitializeBody,
): Promise<Result<{ place: string | null; feeKobo: number; feeUnconfirmed: boolean }>> {
  const wanted = body.shippingLocation ?? '';
  if (wanted !== '') {
    const [place] = await transaction
      .select()
      .from(shippingPlaces)
      .where(eq(shippingPlaces.place, wanted));
    if (place) return done({ place: wanted, feeKobo: place.amountKobo, feeUnconfirmed: false });
  } else {
    const feeKobo = toKobo(body.shippingFee);
    const count = await transaction.$count(shippingPlaces, eq(shippingPlaces.amountKobo, feeKobo));
    if (count > 0) return done({ place: null, feeKobo, feeUnconfirmed: true });
  }
  const field = wanted === '' ? 'shippingFee' : 'shippingLocation';
  return refuse(
    'shipping_place_unknown',
    'We do not deliver there at that fee. Please select a shipping location.',
    {
      fields: { [field]: CHECKOUT_MESSAGES.shippingLocation },
    },
  );
}

/** The cap on reservations, so that nobody empties the shop without paying. */
async function checkReserved(
  transaction: Transaction,
  body: InitializeBody,
  client: Client,
  limits: ReservationLimits,
): Promise<Result<null>> {
  const wanted = body.items.reduce((total, item) => total + item.quantity, 0);
  const reserved = async (by: ReturnType<typeof eq>) => {
    const [row] = await transaction
      .select({ units: sum(orderItems.quantity).mapWith(Number) })
      .from(orders)
      .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
      .where(and(eq(orders.status, 'pending'), by));
    return row?.units ?? 0;
  };
  const byEmail = await reserved(eq(orders.email, body.email));
  const byAddress =
    client.address === null ? 0 : await reserved(eq(orders.clientAddress, client.address));
  const room = Math.min(
    limits.perEmail - byEmail,
    client.address === null ? Number.POSITIVE_INFINITY : limits.perAddress - byAddress,
  );
  if (wanted <= room) return done(null);
  return refuse(
    'too_much_held',
    room > 0
      ? `Until an order is paid, we can keep only ${room} more ${room === 1 ? 'bottle' : 'bottles'} for you. Take fewer, or write to us for a larger order.`
      : 'You have other orders waiting for payment. Pay for one of them, or try again once they have ended.',
  );
}

async function mainImages(
  transaction: Transaction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await transaction
    .select({ id: productPictures.productId, hash: productPictures.mediaHash })
    .from(productPictures)
    .where(
      and(
        eq(productPictures.position, 0),
        sql`${productPictures.productId} = any(${sql.param([...ids])}::text[])`,
      ),
    );
  return new Map(rows.map((row) => [row.id, imageUrl(row.hash)]));
}
