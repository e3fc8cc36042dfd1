import { toKobo, toNaira } from './money.ts';

/** A line of the cart (spec §3). */
export interface CartItem {
  /** Product id. */
  id: string;
  name: string;
  /** Naira for one, after any discount that counted when it was added. */
  price: number;
  /** First picture's URL, or '' when the product has none. */
  image: string;
  qtyAvailable: number;
  quantity: number;
}

export type CartEntry = Omit<CartItem, 'quantity'>;

const cap = (quantity: number, available: number) =>
  Math.min(Math.max(0, Math.trunc(quantity)), Math.max(0, available));

/** One more of an entry: +1 if present, else a new line of 1; never past the stock (spec §4). */
export function addItem(items: readonly CartItem[], entry: CartEntry): CartItem[] {
  const found = items.find((item) => item.id === entry.id);
  if (found) {
    return items.map((item) =>
      item === found
        ? { ...entry, quantity: cap(item.quantity + 1, entry.qtyAvailable) || item.quantity }
        : item,
    );
  }
  return entry.qtyAvailable > 0 ? [...items, { ...entry, quantity: 1 }] : [...items];
}

/** Sets a line's quantity, between 0 and the stock; at 0 the line goes (spec §4). */
export function setQuantity(items: readonly CartItem[], id: string, quantity: number): CartItem[] {
  return items.flatMap((item) => {
    if (item.id !== id) return [item];
    const next = cap(quantity, item.qtyAvailable);
    return next > 0 ? [{ ...item, quantity: next }] : [];
  });
}

/** Without one line. */
export function removeItem(items: readonly CartItem[], id: string): CartItem[] {
  return items.filter((item) => item.id !== id);
}

/** How many bottles, for the badge. */
export function totalQuantity(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}

/** Price times quantity over all lines, in naira. */
export function subtotal(items: readonly Pick<CartItem, 'price' | 'quantity'>[]): number {
  return toNaira(items.reduce((sum, item) => sum + toKobo(item.price) * item.quantity, 0));
}

/** Subtotal plus the amount of the chosen shipping place, in naira (spec §9). */
export function orderTotal(
  items: readonly Pick<CartItem, 'price' | 'quantity'>[],
  shippingFee: number,
): number {
  return toNaira(toKobo(subtotal(items)) + toKobo(shippingFee));
}
