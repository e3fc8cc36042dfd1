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
  /** For a set of which the shopper chooses the parts: how many (extension product.set). Only its own page adds it to the cart. */
  choose?: number | undefined;
  /** What the shopper has chosen for each of a set (extension product.set). */
  chosen?: readonly { id: string; name: string }[];
}

/** What is added to a cart: a line without its quantity. */
export type CartEntry = Omit<CartItem, 'quantity'>;

/** A quantity between 0 and what is in stock. */
export const cap = (quantity: number, available: number) =>
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

/** The number of units in the cart, for the badge. */
export function totalQuantity(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}
