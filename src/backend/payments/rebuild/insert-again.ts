import { eq, sql } from 'drizzle-orm';
import { newOrderId } from '#backend/base/ids.ts';
import type { Transaction } from '#backend/db/transact.ts';
import { keptDelivery } from '#backend/orders/delivery.ts';
import { payments } from '#backend/orders/payment-tables.ts';
import { readPhone } from '#backend/orders/phone.ts';
import { isFeeOfState } from '#backend/orders/places.ts';
import { promotionUseRows } from '#backend/orders/promotion-uses.ts';
import { partRows } from '#backend/orders/set-lines.ts';
import { type LockedProduct, lockProducts, type StockLine } from '#backend/orders/stock.ts';
import {
  type OrderLine,
  orderItems,
  orderParts,
  orders,
  promotionUses,
} from '#backend/orders/tables.ts';
import type { ProviderName } from '#backend/payment-provider/names.ts';
import type { ProviderPayment } from '#backend/payment-provider/provider.ts';
import type { Essentials } from '#backend/payments/sealed/layout.ts';
import { imageUrl } from '#backend/products/catalogue/product-view.ts';
import { movedIds } from '#backend/products/catalogue/redirects.ts';
import { openSamples } from '#backend/promotions/sample-codes.ts';
import { promotions, SAMPLES } from '#backend/promotions/tables.ts';
import { shareOut } from '#domain/money/shares.ts';
import { WAY_IDS, WAYS } from '#domain/payments/ways.ts';
import { findState, stateOfPlace } from '#domain/places/geography.ts';
import { factsLine } from '#domain/products/product-facts.ts';
import type { KeptPromotion } from '#domain/promotions/kept.ts';
import { erasedAfterDelivery, personOf } from './person.ts';

/** Stands for a text that is not known any more. '' is what an erased order has. */
const NOT_KNOWN = 'Not known';
/** The id of the line for all that did not fit. No product can have it. */
const NOT_SEALED = '.not-sealed';

export interface Again {
  essentials: Essentials;
  provider: ProviderName;
  payment: Pick<ProviderPayment, 'reference' | 'customer' | 'paidAt'>;
  /** The amount that the payment asked for, in kobo. */
  askedKobo: number;
}

/**
 * Writes the order and its lines as one that has ended, so that its payment is a late one: it has reserved
 * nothing. One from an email stays pending. With its own id, unless another order has that.
 */
export async function insertAgain(
  transaction: Transaction,
  again: Again,
): Promise<{ id: string; isWithoutAccount: boolean }> {
  const { essentials, payment } = again;
  const { accepted } = essentials;
  const totalKobo = accepted?.total ?? again.askedKobo;
  const { id: sealedId, feeKobo, discountKobo, shippingPlace, missing } = essentials;
  const [taken] = await transaction
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, sealedId));
  const id = taken ? newOrderId() : sealedId;
  const email = essentials.email ?? payment.customer?.email ?? NOT_KNOWN;
  const { accountId, isWithoutAccount, isErased } = await personOf(transaction, {
    accountId: essentials.accountId,
    email,
  });
  const { lines, gone } = await linesAgain(transaction, essentials, totalKobo);
  const promotion = discountKobo > 0 ? await promotionAgain(transaction, essentials, lines) : null;
  const phone = essentials.phone ?? NOT_KNOWN;
  const state = essentials.state ?? NOT_KNOWN;
  const goesTo =
    essentials.deliveryState ?? stateOfPlace(shippingPlace ?? '') ?? findState(state) ?? null;
  const unknown = [...missing, ...gone.map((name) => `the product ${name} in the catalogue`)];
  await transaction.insert(orders).values({
    id,
    // Another order of the purchase may be pending. It joins the purchase once it has ended.
    purchaseId: id,
    reference: payment.reference,
    email,
    accountId,
    eraseAt: isErased ? erasedAfterDelivery : null,
    fullName: essentials.fullName ?? NOT_KNOWN,
    shippingEmail: essentials.shippingEmail ?? email,
    phone,
    phoneE164: readPhone(phone),
    address: essentials.address ?? NOT_KNOWN,
    city: essentials.city ?? NOT_KNOWN,
    state,
    country: essentials.country ?? NOT_KNOWN,
    shippingPlace,
    feeUnconfirmed: shippingPlace === null,
    placeMissing: shippingPlace === null && !(await isFeeOfState(transaction, feeKobo, state)),
    feeKobo,
    totalKobo,
    discountKobo,
    promotion,
    ...essentials.extras,
    delivery: keptDelivery(goesTo, Date.parse(payment.paidAt ?? '') || Date.now()),
    attemptHash: '',
    reservationExpiresAt: sql`now()`,
    createdAt: essentials.createdAt,
    rebuiltAt: sql`now()`,
    rebuiltWithout: unknown.length > 0 ? unknown.join(', ') : null,
  });
  await givePayment(transaction, { ...again, orderId: id });
  const items = lines.map((line, position) => ({ ...line, orderId: id, position }));
  await transaction.insert(orderItems).values(items);
  const parts = partRows(items);
  if (parts.length > 0) await transaction.insert(orderParts).values(parts);
  const uses = promotionUseRows({ id, promotion });
  if (uses.length > 0) await transaction.insert(promotionUses).values(uses);
  if (!accepted)
    await transaction
      .update(orders)
      .set({ status: 'cancelled', purchaseId: essentials.purchaseId ?? id })
      .where(eq(orders.id, id));
  return { id, isWithoutAccount };
}

/** Gives a payment to its order. What it brought is applied anew. */
export async function givePayment(
  transaction: Transaction,
  { orderId, essentials, provider, payment, askedKobo }: Again & { orderId: string },
): Promise<void> {
  const way = WAY_IDS.find((id) => WAYS[id].provider === provider);
  const own = { orderId, way, state: 'not_begun', askedKobo, nextAt: null } as const;
  const { reference } = payment;
  await transaction
    .insert(payments)
    .values({ reference, provider, createdAt: essentials.createdAt, ...own })
    .onConflictDoUpdate({
      target: payments.reference,
      set: { ...own, received: null, currency: null, settledAt: sql`now()` },
    });
}

/**
 * Returns the discount of promotions. If only its sum is known, each line has its share of that. A restored database may
 * lack a promotion that is newer than its backup: the order keeps its words, and nothing counts its use.
 */
async function promotionAgain(
  transaction: Transaction,
  { promotion, discountKobo, feeKobo }: Essentials,
  lines: readonly Pick<OrderLine, 'priceKobo' | 'quantity'>[],
): Promise<KeptPromotion> {
  if (promotion) {
    if (promotion.uses.some(({ id }) => id === SAMPLES)) await openSamples(transaction);
    const known = await transaction.select({ id: promotions.id }).from(promotions);
    const ids = new Set(known.map(({ id }) => id));
    return { ...promotion, uses: promotion.uses.filter(({ id }) => ids.has(id)) };
  }
  const costs = lines.map(({ priceKobo, quantity }) => priceKobo * quantity);
  const shares = shareOut(discountKobo, [...costs, feeKobo]);
  return {
    label: 'Promotion',
    lines: shares.slice(0, -1),
    feeKobo: shares.at(-1) ?? 0,
    uses: [],
  };
}

/** The lines, with what today's catalogue knows of their products, and the names of those that it does not have. */
async function linesAgain(
  transaction: Transaction,
  { lines: sealed, feeKobo, discountKobo }: Essentials,
  totalKobo: number,
) {
  const units = sealed.flatMap((line) => [line, ...line.parts]);
  const moved = await movedIds(
    transaction,
    units.map(({ productId }) => productId),
  );
  const today = <T extends StockLine>(unit: T): T => ({
    ...unit,
    productId: moved.get(unit.productId) ?? unit.productId,
  });
  const lines = sealed.map((line) => ({ ...today(line), parts: line.parts.map(today) }));
  const rows = await lockProducts(
    transaction,
    lines.map(({ productId }) => productId),
  );
  const products = new Map(rows.map((row) => [row.id, row]));
  const known = lines.map((line) => shown(line, products.get(line.productId)));
  const rest = lines.reduce(
    (sum, { priceKobo, quantity }) => sum - priceKobo * quantity,
    totalKobo + discountKobo - feeKobo,
  );
  const further = {
    productId: NOT_SEALED,
    name: 'Further products, which are not known any more',
    facts: null,
    image: '',
    quantity: 1,
    parts: [],
    priceKobo: rest,
  };
  return {
    lines: rest > 0 || known.length === 0 ? [...known, further] : known,
    gone: known.filter(({ productId }) => !products.has(productId)).map(({ name }) => name),
  };
}

const shown = (line: Essentials['lines'][number], product: LockedProduct | undefined) => ({
  ...line,
  name: line.name ?? product?.name ?? line.productId,
  facts: line.facts ?? (product ? factsLine(product) || null : null),
  image: product?.mainPicture ? imageUrl(product.mainPicture) : '',
});
