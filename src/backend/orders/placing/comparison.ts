import { done, type Result, refuse } from '#backend/base/result.ts';
import type { StockLine } from '#backend/orders/stock.ts';
import { discountOf } from '#backend/products/catalogue/product-view.ts';
import type { ProductRow } from '#backend/products/stocked-products.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import type { ChangedLine } from '#contract/errors.ts';
import { formatNaira, toKobo, toNaira } from '#domain/money/money.ts';
import { salePriceKobo } from '#domain/money/price.ts';

/** A line of an order at today's price. */
export interface PricedLine extends StockLine {
  name: string;
  /** Kobo for one. */
  priceKobo: number;
}

/** What bounds an order. */
export interface OrderLimits {
  /** The smallest total, in kobo. */
  smallestKobo: number;
  /** Samples that one customer may have, and how many of them this one may still order. */
  samples: { most: number; left: number };
}

/**
 * Compares what the shopper saw with the current prices, stock, fee and total. Any difference is the refusal
 * `cart_changed`, with every line as we have it: no one pays a stale price (decision 7). An order below
 * `limits.smallestKobo` is refused, too, before it is made: Paystack would refuse its payment.
 * Items of a product and of its former id (`moved`: present id by former one) become one line.
 */
export function compareOrder(
  body: InitializeBody,
  { rows, moved }: { rows: readonly ProductRow[]; moved: ReadonlyMap<string, string> },
  feeKobo: number,
  now: number,
  limits: OrderLimits,
): Result<{ lines: PricedLine[]; totalKobo: number }> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changes: string[] = [];
  const current: ChangedLine[] = [];
  const byProduct = new Map<string, PricedLine>();
  const { smallestKobo, samples } = limits;
  let samplesLeft = samples.left;
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
    const qtyAvailable = row.sample ? Math.min(row.stock, samplesLeft) : row.stock;
    current.push({ productId, name: row.name, price, qtyAvailable });
    const quantity = item.quantity + (byProduct.get(row.id)?.quantity ?? 0);
    byProduct.set(row.id, { productId: row.id, name: row.name, priceKobo, quantity });
    if (quantity > row.stock) changes.push(shortage(row));
    else if (row.sample && item.quantity > samplesLeft) changes.push(tooManySamples(samples));
    if (row.sample) samplesLeft = Math.max(0, samplesLeft - item.quantity);
    if (toKobo(item.price) !== priceKobo) {
      changes.push(`${row.name} now costs ${formatNaira(price)}.`);
    }
  }
  const shippingFee = toNaira(feeKobo);
  if (toKobo(body.shippingFee) !== feeKobo) {
    changes.push(`Shipping now costs ${formatNaira(shippingFee)}.`);
  }
  const lines = [...byProduct.values()];
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

const priceOf = (row: ProductRow, now: number) =>
  salePriceKobo({ price: toNaira(row.priceKobo), discount: discountOf(row, now) }, now);

const tooManySamples = ({ most, left }: OrderLimits['samples']) =>
  `A customer may have ${most} ${most === 1 ? 'sample' : 'samples'}, and you may still order ${left || 'none'}.`;

const shortage = (row: ProductRow) =>
  row.stock === 0
    ? `${row.name} is sold out.`
    : `Of ${row.name} only ${row.stock} ${row.stock === 1 ? 'is' : 'are'} left.`;
