import { toKobo, toNaira } from './money.ts';

/** A line of the cart (spec §3). */
export interface CartItem {
  /** Product id. */
  id: string;
  name: string;
  /** Naira for one unit, after the discount that was active when the line was added. */
  price: number;
  /** URL of the first picture; '' if the product has none. */
  image: string;
  qtyAvailable: number;
  quantity: number;
}

/** What is added to a cart: a line without its quantity. */
export type CartEntry = Omit<CartItem, 'quantity'>;

const cap = (quantity: number, available: number) =>
  Math.min(Math.max(0, Math.trunc(quantity)), Math.max(0, available));

/** Adds one unit: to its line if there is one, else as a new line. Never exceeds the stock (spec §4). */
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

/** The number of units in the cart, for the badge. */
export function totalQuantity(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
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
