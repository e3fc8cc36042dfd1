import { eq } from 'drizzle-orm';
import type { Database } from '#backend/db/connect.ts';
import { askedRows } from '#backend/products/catalogue/named.ts';
import { isShown } from '#backend/products/stocked-products.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import type { QuoteAnswer, QuoteBody } from '#contract/promotion.ts';
import { toKobo, toNaira } from '#domain/money/money.ts';
import { stateOfPlace } from '#domain/places/geography.ts';
import { reduce } from '#domain/promotions/best.ts';
import { codeOf } from '#domain/promotions/code.ts';
import { cutKobo } from '#domain/promotions/discount.ts';
import { isDelivery } from '#domain/promotions/offer.ts';
import { cartLine, offersFor, type Shopper } from './offers.ts';

/**
 * Returns what promotions take off a cart now, for display: an order calculates it again (orders/placing/). It takes no
 * email address and reveals nothing about other people's orders. So it may offer what she has used as a guest.
 * @param shopper - her account, and the keys of her attempts to pay. Their unpaid orders use up nothing.
 */
export async function quotePromotions(
  db: Database,
  { items, shippingFee, shippingLocation, code }: QuoteBody,
  shopper: Omit<Shopper, 'typed'>,
): Promise<QuoteAnswer> {
  const typed = codeOf(code ?? '') || undefined;
  const now = Date.now();
  const asked = await askedRows(
    db,
    items.map(({ productId }) => productId),
    isShown,
  );
  const known = new Map(asked.map(({ id, row }) => [id, row]));
  // One for each line of the cart, as in orders: each line's share is rounded separately.
  const sold = items.filter(({ productId }) => known.has(productId));
  const lines = sold.flatMap(({ productId, quantity }) => {
    const row = known.get(productId);
    return row ? cartLine(row, quantity, now) : [];
  });
  const rows = asked.map(({ row }) => row);
  const offers = await offersFor(db, rows, { asks: true, ...shopper, typed });
  const cart = {
    lines,
    feeKobo: shippingFee === undefined ? null : toKobo(shippingFee),
    state: await stateOf(db, shippingLocation),
  };
  const found = reduce(cart, offers, now, typed);
  return {
    discount: toNaira(cutKobo(found)),
    applied: found.applied.map(({ promotion, code: used, own, creditKobo, kobo }) => ({
      label: promotion.label,
      ...(isDelivery({ promotion }) && { delivery: true }),
      ...(used !== undefined && { code: used }),
      ...(own && { own }),
      ...(creditKobo !== undefined && { endsAt: new Date(promotion.endsAt ?? 0).toISOString() }),
      amount: toNaira(kobo),
    })),
    lines: sold.flatMap(({ productId }, at) => {
      const kobo = found.lines[at] ?? 0;
      return kobo > 0 ? [{ productId, discount: toNaira(kobo) }] : [];
    }),
    shippingDiscount: toNaira(found.feeKobo),
    ...(found.refused && { refused: found.refused }),
    hints: [...found.hints],
  };
}

/** Returns the state of a place; null if none was chosen. */
async function stateOf(db: Database, place: string | undefined): Promise<string | null> {
  if (!place) return null;
  const [row] = await db
    .select({ state: shippingPlaces.state })
    .from(shippingPlaces)
    .where(eq(shippingPlaces.place, place));
  return row?.state ?? stateOfPlace(place) ?? null;
}
