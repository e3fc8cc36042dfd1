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
  return isCartEntry(value) && isCount(value.quantity, 1) && value.quantity <= MAX.quantity;
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

/** What brings lines back that were taken out of the cart. */
export interface CartUndo {
  /** The lines, and the identity of the cart that they were in. */
  cart: Cart;
  /** How many lines stood before them. */
  at?: number;
}

/** Takes a line out. */
export function removeFromCart(id: string): CartUndo {
  const { items, ...cart } = $cart.get();
  keep(removeItem(items, id));
  const at = items.findIndex((item) => item.id === id);
  return { cart: { ...cart, items: items.slice(at, at + 1) }, at };
}

/** Empties the cart; the next product begins another one. */
export function clearCart(): CartUndo {
  const cart = $cart.get();
  $cart.set(EMPTY_CART);
  return { cart };
}

/** Buy Now (spec §4): one of this product and nothing else, as another cart. */
export function replaceCartWith(entry: CartEntry): CartUndo {
  const cart = $cart.get();
  keep(addItem([], entry), newIdentity());
  return { cart };
}

/**
 * Brings back what was taken out, with the identity that it had: a payment begun from it must still find it. What was
 * added since stays, and of a product in both the larger quantity.
 */
export function restoreCart({ cart, at = 0 }: CartUndo): void {
  const { items } = $cart.get();
  const find = (list: readonly CartItem[], id: string) => list.find((item) => item.id === id);
  const back = cart.items.map((item) => {
    const now = find(items, item.id);
    return { ...item, ...now, quantity: Math.max(item.quantity, now?.quantity ?? 0) };
  });
  const others = items.filter((item) => !find(back, item.id));
  keep([...others.slice(0, at), ...back, ...others.slice(at)], cart.id);
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
