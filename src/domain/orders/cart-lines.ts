/** Changes to a cart in its drawer and at checkout. Every page loads cart.ts; this file loads with the first touch. */

import { toKobo, toNaira } from '#domain/money/money.ts';
import { type CartItem, cap, keyOf, unitsOf } from './cart.ts';

/**
 * Joins lines with one key, where the first of them stood, and shares out the stock of each product among its lines. A
 * line that gets nothing keeps one unit, so that the shopper sees it.
 */
export function mergeLines(items: readonly CartItem[]): CartItem[] {
  const lines: CartItem[] = [];
  for (const item of items) {
    const at = lines.findIndex((line) => keyOf(line) === keyOf(item));
    const { quantity, ...line } = lines[at] ?? { ...item, quantity: 0 };
    const free = item.qtyAvailable - unitsOf(lines, item.id) + quantity;
    const merged = { ...line, quantity: cap(quantity + item.quantity, free) || 1 };
    lines.splice(at < 0 ? lines.length : at, 1, merged);
  }
  return lines;
}

/**
 * Sets the quantity of a line, between 0 and what its product's other lines leave of the stock. At 0 the line is
 * removed (spec §4).
 */
export function setQuantity(items: readonly CartItem[], key: string, quantity: number): CartItem[] {
  return items.flatMap((item) => {
    if (keyOf(item) !== key) return [item];
    const next = cap(quantity, item.qtyAvailable - unitsOf(items, item.id) + item.quantity);
    return next > 0 ? [{ ...item, quantity: next }] : [];
  });
}

export function removeItem(items: readonly CartItem[], key: string): CartItem[] {
  return items.filter((item) => keyOf(item) !== key);
}

/** Returns the price of all lines, in naira. */
export function subtotal(items: readonly Pick<CartItem, 'price' | 'quantity'>[]): number {
  return toNaira(items.reduce((sum, item) => sum + toKobo(item.price) * item.quantity, 0));
}

/** Returns the subtotal plus the fee of the chosen place, in naira (spec §9). */
export function orderTotal(
  items: readonly Pick<CartItem, 'price' | 'quantity'>[],
  shippingFee: number,
): number {
  return toNaira(toKobo(subtotal(items)) + toKobo(shippingFee));
}
