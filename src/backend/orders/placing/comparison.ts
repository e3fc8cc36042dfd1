import { done, type Result, refuse } from '#backend/base/result.ts';
import type { StockLine } from '#backend/orders/stock.ts';
import { discountOf } from '#backend/products/catalogue/product-view.ts';
import type { ProductRow } from '#backend/products/stocked-products.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import type { ChangedLine } from '#contract/errors.ts';
import { formatNaira, toKobo, toNaira } from '#domain/money/money.ts';
import { salePriceKobo } from '#domain/money/price.ts';
import { isChoice, partsOf, type SetPart } from '#domain/products/sets.ts';

/** A line of an order at today's price. */
export interface PricedLine extends StockLine {
  name: string;
  /** Kobo for one. */
  priceKobo: number;
  /** What one is made of; none of a product that is no set. */
  parts: readonly SetPart[];
}

/**
 * Compares what the shopper saw with the current prices, stock, fee and total. Any difference is the refusal
 * `cart_changed`, with every line as we have it: no one pays a stale price (decision 7). An order below
 * `smallestKobo` is refused, too, before it is made: Paystack would refuse its payment.
 * Items of a product and of its former id (`moved`: present id by former one) become one line.
 */
export function compareOrder(
  body: InitializeBody,
  { rows, moved }: { rows: readonly ProductRow[]; moved: ReadonlyMap<string, string> },
  feeKobo: number,
  now: number,
  smallestKobo: number,
): Result<{ lines: PricedLine[]; totalKobo: number }> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changes: string[] = [];
  const current: ChangedLine[] = [];
  const byProduct = new Map<string, PricedLine>();
  for (const item of body.items) {
    const row = byId.get(moved.get(item.productId) ?? item.productId);
    if (row?.status !== 'shown') {
      changes.push(`${item.name || 'A product'} is no longer sold here.`);
      current.push({ productId: item.productId, name: null, price: null, qtyAvailable: 0 });
      continue;
    }
    const priceKobo = priceOf(row, now);
    const price = toNaira(priceKobo);
    // By the id of the shopper's cart, which has to find its line.
    const { productId } = item;
    current.push({ productId, name: row.name, price, qtyAvailable: row.stock });
    const quantity = item.quantity + (byProduct.get(row.id)?.quantity ?? 0);
    const parts = partsIn(row, item.parts);
    byProduct.set(row.id, { productId: row.id, name: row.name, priceKobo, quantity, parts });
    if (quantity > row.stock) changes.push(shortage(row));
    if (toKobo(item.price) !== priceKobo) {
      changes.push(`${row.name} now costs ${formatNaira(price)}.`);
    }
  }
  const shippingFee = toNaira(feeKobo);
  if (toKobo(body.shippingFee) !== feeKobo) {
    changes.push(`Shipping now costs ${formatNaira(shippingFee)}.`);
  }
  const lines = [...byProduct.values()];
  const [inSets] = changes.length === 0 ? setFaults(lines, byId) : [];
  if (inSets) return refuse('validation_failed', inSets, { fields: { items: inSets } });
  const totalKobo = lines.reduce((sum, line) => sum + line.priceKobo * line.quantity, feeKobo);
  if (changes.length === 0 && toKobo(body.totalAmount) !== totalKobo) {
    changes.push(`The total is ${formatNaira(toNaira(totalKobo))}.`);
  }
  if (changes.length === 0 && totalKobo === 0) {
    return refuse(
      'validation_failed',
      'This order costs nothing, and there is nothing to pay. Please write to us, and we send it.',
      { fields: { totalAmount: 'Nothing is to be paid' } },
    );
  }
  if (changes.length === 0 && totalKobo < smallestKobo) {
    const [least, total] = [smallestKobo, totalKobo].map((kobo) => formatNaira(toNaira(kobo)));
    return refuse(
      'validation_failed',
      `Paystack takes no payment below ${least}, and this order costs ${total}. Please add something to your cart.`,
      { fields: { totalAmount: `Paystack takes no payment below ${least}` } },
    );
  }
  if (changes.length === 0) return done({ lines, totalKobo });
  return refuse('cart_changed', `Your order has changed. ${changes.join(' ')}`, {
    current: { items: current, shippingFee },
  });
}

/** What one of a product is made of in this order. Nothing if the shopper has not made a choice that its set allows. */
function partsIn(row: ProductRow, chosen: readonly string[] = []): SetPart[] {
  if (!row.choose) return partsOf(row);
  return isChoice(row, chosen) ? chosen.map((productId) => ({ productId, quantity: 1 })) : [];
}

/** The units of all lines, each product once: those of a set are its parts. */
export function unitsOf(lines: readonly PricedLine[]): StockLine[] {
  const units = new Map<string, number>();
  for (const { productId, quantity, parts } of lines) {
    for (const part of parts.length > 0 ? parts : [{ productId, quantity: 1 }]) {
      const more = part.quantity * quantity;
      units.set(part.productId, (units.get(part.productId) ?? 0) + more);
    }
  }
  return [...units].map(([productId, quantity]) => ({ productId, quantity }));
}

/** What is wrong with sets that the figures of their lines do not tell: no choice, or units that several lines share. */
function setFaults(lines: readonly PricedLine[], byId: ReadonlyMap<string, ProductRow>): string[] {
  const open = lines.flatMap(({ productId, name, parts }) => {
    const { choose } = byId.get(productId) ?? {};
    return choose && parts.length === 0 ? [`Please choose ${choose} for ${name} on its page.`] : [];
  });
  const short = unitsOf(lines).flatMap(({ productId, quantity }) => {
    const row = byId.get(productId);
    const sets = lines.filter(({ parts }) => parts.some((part) => part.productId === productId));
    if (sets.length === 0 || (row && quantity <= row.stock)) return [];
    const names = sets.map(({ name }) => name).join(' and ');
    return [
      row
        ? `${shortage(row)} With those in ${names} your order takes ${quantity}. Please take fewer.`
        : `${names} cannot be sold just now: a part of it is missing.`,
    ];
  });
  return [...open, ...short];
}

const priceOf = (row: ProductRow, now: number) =>
  salePriceKobo({ price: toNaira(row.priceKobo), discount: discountOf(row, now) }, now);

const shortage = (row: ProductRow) =>
  row.stock === 0
    ? `${row.name} is sold out.`
    : `Of ${row.name} only ${row.stock} ${row.stock === 1 ? 'is' : 'are'} left.`;
