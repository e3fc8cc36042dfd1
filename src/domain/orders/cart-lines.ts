/** What is done with the lines of a cart in its drawer and at checkout. No page loads it before a touch; cart.ts every page. */

import { toKobo, toNaira } from '#domain/money/money.ts';
import { type CartItem, cap } from './cart.ts';

/** One line for each product, where its first stood: lines of one product add up, to what is in stock at most. */
export function mergeLines(items: readonly CartItem[]): CartItem[] {
  const lines = new Map<string, CartItem>();
  for (const item of items) {
    const line = lines.get(item.id);
    const quantity = item.quantity + (line?.quantity ?? 0);
    lines.set(
      item.id,
      line ? { ...line, quantity: Math.min(quantity, item.qtyAvailable) || 1 } : item,
    );
  }
  return [...lines.values()];
}

/** Sets the quantity of a line, between 0 and the stock. At 0 the line is removed (spec §4). */
export function setQuantity(items: readonly CartItem[], id: string, quantity: number): CartItem[] {
  return items.flatMap((item) => {
    if (item.id !== id) return [item];
    const next = cap(quantity, item.qtyAvailable);
    return next > 0 ? [{ ...item, quantity: next }] : [];
  });
}

/** Removes a line. */
export function removeItem(items: readonly CartItem[], id: string): CartItem[] {
  return items.filter((item) => item.id !== id);
}

/** The sum of price times quantity over all lines, in naira. */
export function subtotal(items: readonly Pick<CartItem, 'price' | 'quantity'>[]): number {
  return toNaira(items.reduce((sum, item) => sum + toKobo(item.price) * item.quantity, 0));
}

/** The subtotal plus the fee of the chosen place, in naira (spec §9). */
export function orderTotal(
  items: readonly Pick<CartItem, 'price' | 'quantity'>[],
  shippingFee: number,
): number {
  return toNaira(toKobo(subtotal(items)) + toKobo(shippingFee));
}
