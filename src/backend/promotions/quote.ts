import { eq } from 'drizzle-orm';
import { done, type Result } from '#backend/base/result.ts';
import type { Database } from '#backend/db/connect.ts';
import { check, count, type Limit } from '#backend/limits/rate-limits.ts';
import { askedRows } from '#backend/products/catalogue/named.ts';
import { isShown } from '#backend/products/stocked-products.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import type { QuoteAnswer, QuoteBody } from '#contract/promotion.ts';
import { toKobo, toNaira } from '#domain/money/money.ts';
import { stateOfPlace } from '#domain/places/geography.ts';
import { reduce } from '#domain/promotions/best.ts';
import { codeOf } from '#domain/promotions/code.ts';
import { cutKobo } from '#domain/promotions/discount.ts';
import { cartLine, offersFor } from './offers.ts';

/** Codes that nobody knows, by network address: whoever guesses is stopped, and a village that mistypes is not. */
const UNKNOWN: Limit = { name: 'unknown promotion codes', max: 100, seconds: 600 };

/**
 * What promotions take off a cart now. It decides nothing: the order does (orders/placing/).
 * Refusal: rate_limited, with a code after many that nobody knows.
 */
export async function quotePromotions(
  db: Database,
  { items, shippingFee, shippingLocation, code, email }: QuoteBody,
  { attempts, network }: { attempts: readonly string[]; network: string | null },
): Promise<Result<QuoteAnswer>> {
  const typed = codeOf(code ?? '') || undefined;
  const guessed = typed === undefined ? done(null) : await check(db, [UNKNOWN, network]);
  if (!guessed.ok) return guessed;
  const now = Date.now();
  const asked = await askedRows(
    db,
    items.map(({ productId }) => productId),
    isShown,
  );
  const quantities = new Map(items.map(({ productId, quantity }) => [productId, quantity]));
  const lines = asked.map(({ id, row }) => cartLine(row, quantities.get(id) ?? 1, now));
  const offers = await offersFor(db, { typed, email, attempts });
  const cart = {
    lines,
    feeKobo: shippingFee === undefined ? null : toKobo(shippingFee),
    state: await stateOf(db, shippingLocation),
  };
  const found = reduce(cart, offers, now, typed);
  if (found.refused?.reason === 'unknown') await count(db, [UNKNOWN, network]);
  return done({
    discount: toNaira(cutKobo(found)),
    applied: found.applied.map(({ promotion, code: used, kobo }) => ({
      label: promotion.label,
      ...(used !== undefined && { code: used }),
      amount: toNaira(kobo),
    })),
    lines: asked.flatMap(({ id }, at) => {
      const kobo = found.lines[at] ?? 0;
      return kobo > 0 ? [{ productId: id, discount: toNaira(kobo) }] : [];
    }),
    shippingDiscount: toNaira(found.feeKobo),
    ...(found.refused && { refused: found.refused }),
    hints: [...found.hints],
  });
}

/** The state of a place; null if none was chosen. */
async function stateOf(db: Database, place: string | undefined): Promise<string | null> {
  if (!place) return null;
  const [row] = await db
    .select({ state: shippingPlaces.state })
    .from(shippingPlaces)
    .where(eq(shippingPlaces.place, place));
  return row?.state ?? stateOfPlace(place) ?? null;
}
