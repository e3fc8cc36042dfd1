import { persistentAtom } from '@nanostores/persistent';
import { addItem, type CartEntry, type CartItem } from '#domain/cart.ts';
import { newIdentity } from '#site/storage/identity.ts';
import { isNaira, isRecord, isText, readJson } from '#site/storage/json.ts';

/** The cart of this device. */
export interface Cart {
  /** Names this filling of the cart; a cart that was emptied and filled again is another one. '' when empty. */
  id: string;
  items: readonly CartItem[];
}

/** What the server renders, and what stands in for a stored value that cannot be read. */
export const EMPTY_CART: Cart = { id: '', items: [] };

/** Limits of the contract: characters of an id, a name, a picture's URL. */
const MAX = { id: 200, name: 300, image: 2000 };

/** Bottles in a line, at most (contract). */
export const MAX_QUANTITY = 1000;

const isCount = (value: unknown, min: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= min;

/** A product as the contract would take it in an order; anything else is not sent, and so not kept. */
export function isCartEntry(value: unknown): value is CartEntry & Record<string, unknown> {
  return (
    isRecord(value) &&
    isText(value.id, MAX.id) &&
    isText(value.name, MAX.name) &&
    isNaira(value.price) &&
    typeof value.image === 'string' &&
    value.image.length <= MAX.image &&
    isCount(value.qtyAvailable, 0)
  );
}

/** A line that the contract would take. */
export function isCartItem(value: unknown): value is CartItem {
  return isCartEntry(value) && isCount(value.quantity, 1) && value.quantity <= MAX_QUANTITY;
}

/** The entries that pass a guard, each product once. */
export function readEntries<T extends CartEntry>(
  value: unknown,
  isEntry: (entry: unknown) => entry is T,
): T[] {
  const seen = new Set<string>();
  const isNew = ({ id }: T) => !seen.has(id) && Boolean(seen.add(id));
  return Array.isArray(value) ? value.filter(isEntry).filter(isNew) : [];
}

/** Reads what was a cart; lines that cannot be trusted, and second lines of one product, are dropped. */
export function readCart(value: unknown): Cart {
  if (!isRecord(value) || !isText(value.id, 64)) return EMPTY_CART;
  const items = readEntries(value.items, isCartItem);
  return items.length > 0 ? { id: value.id, items } : EMPTY_CART;
}

/** Reads a stored cart. */
export const decodeCart = (text: string): Cart => readCart(readJson(text));

/** What localStorage keeps; nothing for an empty cart. */
export function encodeCart(cart: Cart): string | undefined {
  return cart.items.length > 0 ? JSON.stringify(cart) : undefined;
}

/** The cart, kept in localStorage and in step between tabs. */
export const $cart = persistentAtom<Cart>('turare:cart', EMPTY_CART, {
  decode: decodeCart,
  // The library deletes the key for undefined; its type says string.
  encode: encodeCart as (cart: Cart) => string,
});

/** Puts lines into the cart; another `id` makes it another cart. */
export function keepItems(items: readonly CartItem[], id = $cart.get().id): void {
  $cart.set(items.length > 0 ? { id: id || newIdentity(), items } : EMPTY_CART);
}

/** One more of a product. false when all that there are lie in the cart already. */
export function addToCart(entry: CartEntry): boolean {
  const { items } = $cart.get();
  const had = items.find((item) => item.id === entry.id)?.quantity ?? 0;
  const room = had < Math.min(entry.qtyAvailable, MAX_QUANTITY);
  if (room) keepItems(addItem(items, entry));
  return room;
}
