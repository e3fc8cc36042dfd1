/** A line of the cart (spec §3). */
export interface CartItem {
  /** Product id. */
  id: string;
  /** The id with a choice, where each choice of a set is a line of its own (extension product.set.lines). */
  key?: string | undefined;
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

/** The text that tells a line from the others of its cart. */
export const keyOf = ({ key, id }: Pick<CartItem, 'key' | 'id'>): string => key ?? id;

/** The units of a product in all of its lines. */
export const unitsOf = (items: readonly CartItem[], id: string): number =>
  totalQuantity(items.filter((item) => item.id === id));

/** A quantity between 0 and what is in stock. */
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

/** The number of units in the cart, for the badge. */
export function totalQuantity(items: readonly CartItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0);
}
