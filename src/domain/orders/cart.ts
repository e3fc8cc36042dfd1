/** A line of the cart (spec §3). */
export interface CartItem {
  id: string;
  /** The id with a choice, where each choice of a set has a separate line (extension product.set.lines). */
  key?: string | undefined;
  name: string;
  /** Naira for one unit, after the discount that was active when the line was added. */
  price: number;
  /** URL of the first picture; '' if the product has none. */
  image: string;
  qtyAvailable: number;
  quantity: number;
  /** The number of parts to choose, in a set (extension product.set). Only the set's own page adds it to the cart. */
  choose?: number | undefined;
  /** The chosen parts of a set (extension product.set). */
  chosen?: readonly { id: string; name: string }[];
}

/** A line that is added to a cart, so far without a quantity. */
export type CartEntry = Omit<CartItem, 'quantity'>;

/** Returns the text that identifies a line in its cart. */
export const keyOf = ({ key, id }: Pick<CartItem, 'key' | 'id'>): string => key ?? id;

/** Returns the units of a product in all of its lines. */
export const unitsOf = (items: readonly CartItem[], id: string): number =>
  totalQuantity(items.filter((item) => item.id === id));

/** Returns a quantity between 0 and the stock. */
export const cap = (quantity: number, available: number) =>
  Math.min(Math.max(0, Math.trunc(quantity)), Math.max(0, available));

/** Adds one unit: to its line if there is one, else as a new line. Never exceeds the stock (spec §4). */
export function addItem(items: readonly CartItem[], entry: CartEntry): CartItem[] {
  const found = items.find((item) => keyOf(item) === keyOf(entry));
  const free = entry.qtyAvailable - unitsOf(items, entry.id);
  if (found) {
    return items.map((item) =>
      item === found
        ? { ...entry, quantity: cap(item.quantity + 1, free + item.quantity) || item.quantity }
        : item,
    );
  }
  return free > 0 ? [...items, { ...entry, quantity: 1 }] : [...items];
}

/** Returns the number of units in the cart, for the badge. */
export function totalQuantity(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}
