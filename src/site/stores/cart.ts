import { persistentAtom } from '@nanostores/persistent';
import { addItem, type CartEntry, type CartItem, removeItem, setQuantity } from '#domain/cart.ts';
import { newIdentity } from './identity.ts';
import { isNaira, isRecord, isText, readJson } from './json.ts';

/** The cart of this device. */
export interface Cart {
  /** Names this filling of the cart; a cart that was emptied and filled again is another one. '' when empty. */
  id: string;
  items: readonly CartItem[];
}

/** What the server renders, and what stands in for a stored value that cannot be read. */
export const EMPTY_CART: Cart = { id: '', items: [] };

/** Limits of the contract: characters of an id and a name, bottles in a line. */
const MAX = { id: 200, name: 300, image: 2000, quantity: 1000 };

const isCount = (value: unknown, min: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= min;

/** A line that the contract would take; anything else is not sent, and so not kept. */
export function isCartItem(value: unknown): value is CartItem {
  return (
    isRecord(value) &&
    isText(value.id, MAX.id) &&
    isText(value.name, MAX.name) &&
    isNaira(value.price) &&
    typeof value.image === 'string' &&
    value.image.length <= MAX.image &&
    isCount(value.qtyAvailable, 0) &&
    isCount(value.quantity, 1) &&
    value.quantity <= MAX.quantity
  );
}

/** Reads a stored cart; lines that cannot be trusted, and second lines of one product, are dropped. */
export function decodeCart(text: string): Cart {
  const value = readJson(text);
  if (!isRecord(value) || !isText(value.id, 64) || !Array.isArray(value.items)) return EMPTY_CART;
  const seen = new Set<string>();
  const items = value.items.filter(
    (item): item is CartItem =>
      isCartItem(item) && !seen.has(item.id) && Boolean(seen.add(item.id)),
  );
  return items.length > 0 ? { id: value.id, items } : EMPTY_CART;
}

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

function keep(items: readonly CartItem[], id = $cart.get().id): void {
  $cart.set(items.length > 0 ? { id: id || newIdentity(), items } : EMPTY_CART);
}

/** One more of a product. false when all that there are lie in the cart already. */
export function addToCart(entry: CartEntry): boolean {
  const { items } = $cart.get();
  const had = items.find((item) => item.id === entry.id)?.quantity ?? 0;
  const room = had < Math.min(entry.qtyAvailable, MAX.quantity);
  if (room) keep(addItem(items, entry));
  return room;
}

/** Sets a line's quantity, between 0 and the stock; at 0 the line goes (spec §4). */
export function setCartQuantity(id: string, quantity: number): void {
  keep(setQuantity($cart.get().items, id, Math.min(quantity, MAX.quantity)));
}

/** Takes a line out. */
export function removeFromCart(id: string): void {
  keep(removeItem($cart.get().items, id));
}

/** Empties the cart; the next product begins another one. */
export function clearCart(): void {
  $cart.set(EMPTY_CART);
}

/** Puts the server's figures in place of ours, in the same cart (after `cart_changed`). */
export function correctCart(items: readonly CartItem[]): void {
  keep(items);
}

/**
 * Takes what was paid for out of the cart. Usually that is everything; what the shopper added while a
 * transfer was on its way stays, as another cart. `paid`: bottles by product id.
 */
export function takePaidOut(paid: Readonly<Record<string, number>>): void {
  const left = $cart.get().items.flatMap((item) => {
    const quantity = item.quantity - (paid[item.id] ?? 0);
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
  keep(left, newIdentity());
}
