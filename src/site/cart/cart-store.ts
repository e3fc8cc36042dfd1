import { isRecord } from '#contract/reading/record.ts';
import { addItem, type CartEntry, type CartItem, keyOf, unitsOf } from '#domain/orders/cart.ts';
import { emit } from '#site/events/emit.ts';
import { newIdentity } from '#site/storage/identity.ts';
import { isNaira, isText, readJson } from '#site/storage/json.ts';
import { CART_KEY } from '#site/storage/keys.ts';
import { persistent } from '#site/storage/persistent.ts';

/** The cart of this device. */
export interface Cart {
  /** Changes when the cart is emptied and filled again. '' when empty. */
  id: string;
  items: readonly CartItem[];
}

/** The cart that the server renders, and the fallback for an unreadable stored value. */
export const EMPTY_CART: Cart = { id: '', items: [] };

/** Limits of the contract, in characters: an id, a name, a picture's URL. */
const MAX = { id: 200, name: 300, image: 2000 };

/** Units in a line, at most (contract). */
export const MAX_QUANTITY = 1000;

const isCount = (value: unknown, min: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= min;

/** Whether the contract accepts this product in an order. Other values cannot be ordered, so they are not stored. */
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

/** Whether the contract accepts this line. */
export function isCartItem(value: unknown): value is CartItem {
  return isCartEntry(value) && isCount(value.quantity, 1) && value.quantity <= MAX_QUANTITY;
}

/** Returns the entries that pass a guard, without repeated lines. */
export function readEntries<T extends CartEntry>(
  value: unknown,
  isEntry: (entry: unknown) => entry is T,
): T[] {
  const seen = new Set<string>();
  const isNew = (entry: T) => !seen.has(keyOf(entry)) && Boolean(seen.add(keyOf(entry)));
  return Array.isArray(value) ? value.filter(isEntry).filter(isNew) : [];
}

/** Reads a cart. Drops invalid and repeated lines. */
export function readCart(value: unknown): Cart {
  if (!isRecord(value) || !isText(value.id, 64)) return EMPTY_CART;
  const items = readEntries(value.items, isCartItem);
  return items.length > 0 ? { id: value.id, items } : EMPTY_CART;
}

export const decodeCart = (text: string): Cart => readCart(readJson(text));

/** Returns the text for localStorage; undefined for an empty cart. */
export function encodeCart(cart: Cart): string | undefined {
  return cart.items.length > 0 ? JSON.stringify(cart) : undefined;
}

/** The cart, kept in localStorage and synchronised between tabs. */
export const $cart = persistent<Cart>(CART_KEY, EMPTY_CART, {
  decode: decodeCart,
  encode: encodeCart,
});

/** Replaces the lines. With another `id` it becomes another cart. */
export function keepItems(items: readonly CartItem[], id = $cart.get().id): void {
  $cart.set(items.length > 0 ? { id: id || newIdentity(), items } : EMPTY_CART);
}

/** Adds one unit of a product. Returns false when the cart already holds all units in stock. */
export function addToCart(entry: CartEntry): boolean {
  const { items } = $cart.get();
  const room = unitsOf(items, entry.id) < Math.min(entry.qtyAvailable, MAX_QUANTITY);
  if (room) {
    keepItems(addItem(items, entry));
    emit('add-to-cart', { id: entry.id, price: entry.price, quantity: 1 });
  }
  return room;
}
