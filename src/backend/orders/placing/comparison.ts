import { done, type Result, refuse } from '#backend/base/result.ts';
import { type ProviderName, wordsOf } from '#backend/payment-provider/names.ts';
import type { ProductRow } from '#backend/products/stocked-products.ts';
import { cartLine, priceOf } from '#backend/promotions/offers.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import type { ChangedLine } from '#contract/errors.ts';
import { formatNaira, toKobo, toNaira } from '#domain/money/money.ts';
import { reduce } from '#domain/promotions/best.ts';
import { codeOf } from '#domain/promotions/code.ts';
import { cutKobo } from '#domain/promotions/discount.ts';
import { type KeptPromotion, keptOf } from '#domain/promotions/kept.ts';
import { type Offer, refusalOf } from '#domain/promotions/offer.ts';
import type { CartLine } from '#domain/promotions/promotion.ts';
import { usedWords } from '#domain/promotions/words.ts';
import { type PricedLine, partsIn, setFaults, shortage } from './lines.ts';

/** The price of an order, in kobo. The total is the amount to pay. */
export interface Compared {
  lines: PricedLine[];
  totalKobo: number;
  discountKobo: number;
  promotion: KeptPromotion | null;
}

/** The rules that an order must meet. */
export interface OrderRules {
  /** The smallest total, in kobo. */
  smallestKobo: number;
  /** The provider that takes the money. */
  provider: ProviderName;
  /** Samples that one customer may have, and how many of them this one may still order. */
  samples: { most: number; left: number };
  /** The promotions that may count. */
  offers: readonly Offer[];
  /** The state that the order goes to, by the chosen place alone. */
  state: string | null;
}

/**
 * Compares what the shopper saw with the current prices, stock, fee, total and discount. Any difference is the refusal
 * `cart_changed`, with every line as we have it: no one pays a stale price (decision 7). A code that does not
 * count is refused at its field. An order below `rules.smallestKobo` that costs something is refused, too, before it is
 * made: the provider would refuse its payment. Items of a product and of its former id (`moved`: present id by former one)
 * become one line, but two choices of a set stay two.
 */
export function compareOrder(
  body: InitializeBody,
  { rows, moved }: { rows: readonly ProductRow[]; moved: ReadonlyMap<string, string> },
  feeKobo: number,
  now: number,
  rules: OrderRules,
): Result<Compared> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changes: string[] = [];
  const current: ChangedLine[] = [];
  const byKey = new Map<string, PricedLine>();
  const cartLines = new Map<string, CartLine>();
  const taken = new Map<string, number>();
  const { samples, offers, state } = rules;
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
    const parts = partsIn(row, item.parts, moved);
    const key = [row.id, ...parts.map((part) => part.productId).sort()].join(' ');
    const quantity = item.quantity + (byKey.get(key)?.quantity ?? 0);
    byKey.set(key, { productId: row.id, name: row.name, priceKobo, quantity, parts });
    cartLines.set(key, cartLine(row, quantity, now));
    const units = item.quantity + (taken.get(row.id) ?? 0);
    taken.set(row.id, units);
    if (units > row.stock) changes.push(shortage(row));
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
  const lines = [...byKey.values()];
  const [inSets] = changes.length === 0 ? setFaults(lines, byId) : [];
  if (inSets) return refuse('validation_failed', inSets, { fields: { items: inSets } });
  const costKobo = lines.reduce((sum, line) => sum + line.priceKobo * line.quantity, feeKobo);
  const typed = codeOf(body.code ?? '') || undefined;
  const cart = { lines: [...cartLines.values()], feeKobo, state };
  const reduction = reduce(cart, offers, now, typed);
  const discountKobo = cutKobo(reduction);
  const used: string[] = [];
  if (changes.length === 0 && toKobo(body.totalAmount) !== costKobo) {
    changes.push(`The total is ${formatNaira(toNaira(costKobo))}.`);
  }
  if (changes.length === 0 && reduction.refused) {
    const { message } = reduction.refused;
    return refuse('validation_failed', message, { fields: { code: message } });
  }
  if (changes.length === 0 && toKobo(body.discount ?? 0) !== discountKobo) {
    for (const offer of offers.filter(({ code }) => code === undefined)) {
      const reason = refusalOf(offer, cart, now);
      if (reason === 'used_by_customer' || reason === 'not_first')
        used.push(usedWords(offer.promotion, reason));
    }
    changes.push(
      ...used,
      discountKobo === 0
        ? 'Nothing is taken off any more.'
        : `${formatNaira(toNaira(discountKobo))} is taken off now.`,
    );
  }
  const totalKobo = costKobo - discountKobo;
  if (changes.length === 0 && totalKobo > 0 && totalKobo < rules.smallestKobo)
    return refuseSmall(totalKobo, rules);
  if (changes.length === 0) {
    return done({ lines, totalKobo, discountKobo, promotion: keptOf(reduction) });
  }
  return refuse('cart_changed', `Your order has changed. ${changes.join(' ')}`, {
    current: {
      items: current,
      shippingFee,
      discount: toNaira(discountKobo),
      ...(used.length > 0 && { used }),
    },
  });
}

/** The provider takes no such payment. */
function refuseSmall(
  totalKobo: number,
  { smallestKobo, provider }: Pick<OrderRules, 'smallestKobo' | 'provider'>,
): Result<never> {
  const [least, total] = [smallestKobo, totalKobo].map((kobo) => formatNaira(toNaira(kobo)));
  const { name } = wordsOf(provider);
  return refuse(
    'validation_failed',
    `${name} takes no payment below ${least}, and this order costs ${total}. Please add something to your cart.`,
    { fields: { totalAmount: `${name} takes no payment below ${least}` } },
  );
}

const tooManySamples = ({ most, left }: OrderRules['samples']) =>
  `A customer may have ${most} ${most === 1 ? 'sample' : 'samples'}, and you may still order ${left || 'none'}.`;
