import type { ApiError, ChangedLine } from '#contract/errors.ts';
import { formatNaira, toKobo } from '#domain/money/money.ts';
import { type CartItem, keyOf, unitsOf } from '#domain/orders/cart.ts';

/** How the server's figures differ from the cart's: one sentence each. */
export type Changes = { id: string; text: string }[];

/** The cart with the server's figures, and what has changed. */
export interface Correction {
  items: CartItem[];
  changes: Changes;
}

type Current = NonNullable<ApiError['current']>;

/** @param taken - the units that earlier lines of the product have. */
function correctLine(
  item: CartItem,
  now: ChangedLine | undefined,
  taken: number,
): [CartItem | null, string[]] {
  if (!now) return [item, []];
  if (now.price === null || now.name === null) {
    return [null, [`${item.name} is no longer sold. We have taken it out of your cart.`]];
  }
  if (now.qtyAvailable <= taken) {
    return [null, [`${item.name} is sold out. We have taken it out of your cart.`]];
  }
  const texts: string[] = [];
  if (toKobo(now.price) !== toKobo(item.price)) {
    texts.push(
      `${item.name} now costs ${formatNaira(now.price)} instead of ${formatNaira(item.price)}.`,
    );
  }
  const quantity = Math.min(item.quantity, now.qtyAvailable - taken);
  if (quantity < item.quantity) {
    texts.push(
      `Of ${item.name} only ${now.qtyAvailable} ${now.qtyAvailable === 1 ? 'is' : 'are'} left: your cart now holds ${quantity} instead of ${item.quantity}.`,
    );
  }
  const { price, qtyAvailable } = now;
  return [{ ...item, price, qtyAvailable, quantity }, texts];
}

/** Puts the server's figures into the cart, and describes each difference. */
export function correct(items: readonly CartItem[], current: Current): Correction {
  const result: Correction = { items: [], changes: [] };
  for (const item of items) {
    const [line, texts] = correctLine(
      item,
      current.items.find((entry) => entry.productId === item.id),
      unitsOf(result.items, item.id),
    );
    if (line) result.items.push(line);
    for (const text of texts) result.changes.push({ id: `${keyOf(item)}: ${text}`, text });
  }
  return result;
}

/** Describes a changed fee; undefined if it is the same. Amounts in naira. */
export function feeChange(place: string, was: number, is: number): string | undefined {
  if (toKobo(was) === toKobo(is)) return undefined;
  return `Delivery to ${place} now costs ${formatNaira(is)} instead of ${formatNaira(was)}.`;
}

/** Describes another discount; undefined if it is the same. Amounts in naira. */
export function discountChange(was: number, is: number): string | undefined {
  if (toKobo(was) === toKobo(is)) return undefined;
  const now = is > 0 ? `${formatNaira(is)} is taken off now` : 'Nothing is taken off any more';
  return was > 0 ? `${now}, instead of ${formatNaira(was)}.` : `${now}.`;
}
