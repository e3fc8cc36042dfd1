/** Changes by the drawer, Buy Now, a cart link, the checkout and a paid order. cart-store.ts is for every page. */
import { addItem, type CartEntry, type CartItem, keyOf, unitsOf } from '#domain/orders/cart.ts';
import { removeItem, setQuantity } from '#domain/orders/cart-lines.ts';
import type { LinkedItem } from '#domain/orders/cart-link.ts';
import { emit } from '#site/events/emit.ts';
import { newIdentity } from '#site/storage/identity.ts';
import type { ToastText } from '#site/toasts/toasts-store.ts';
import { $cart, type Cart, keepItems, MAX_QUANTITY } from './cart-store.ts';

/** Replaces the lines, and emits an event for each unit that the shopper added or removed (events/emit.ts). */
export function changeItems(items: readonly CartItem[], id?: string): void {
  const before = $cart.get().items;
  keepItems(items, id);
  const after = $cart.get().items;
  for (const { id: of, price } of new Map(
    [...before, ...after].map((line) => [line.id, line]),
  ).values()) {
    const quantity = unitsOf(after, of) - unitsOf(before, of);
    if (quantity > 0) emit('add-to-cart', { id: of, price, quantity });
    if (quantity < 0) emit('remove-from-cart', { id: of, price, quantity: -quantity });
  }
}

/** Sets a line's quantity, between 0 and the stock. 0 removes the line (spec §4). */
export function setCartQuantity(key: string, quantity: number): void {
  changeItems(setQuantity($cart.get().items, key, Math.min(quantity, MAX_QUANTITY)));
}

/** The toast of the cart drawer and the checkout (spec §8). */
export const ITEM_REMOVED: ToastText = {
  title: 'Item Removed',
  text: 'Item has been removed from your cart.',
};

/** The data that restores lines removed from the cart. */
export interface CartUndo {
  /** The removed lines, and the identity of their cart. */
  cart: Cart;
  /** The index of the first removed line. */
  at?: number;
  /** Units that were added in their place; restoring removes them again. */
  placed?: readonly LinkedItem[];
}

/** Removes a line. */
export function removeFromCart(key: string): CartUndo {
  const { items, ...cart } = $cart.get();
  changeItems(removeItem(items, key));
  const at = items.findIndex((item) => keyOf(item) === key);
  return { cart: { ...cart, items: items.slice(at, at + 1) }, at };
}

/** Empties the cart. The next product starts another cart. */
export function clearCart(): CartUndo {
  const cart = $cart.get();
  changeItems([]);
  return { cart };
}

/** Replaces the cart with another one that has these lines. */
export function replaceCart(items: readonly CartItem[]): CartUndo {
  const cart = $cart.get();
  changeItems(items, newIdentity());
  return { cart, placed: items.map(({ id, quantity }) => ({ id, quantity })) };
}

/** Handles Buy Now (spec §4): starts another cart with one unit of this product and nothing else. */
export function replaceCartWith(entry: CartEntry): CartUndo {
  const { cart } = replaceCart(addItem([], entry));
  return { cart };
}

/** Updates the lines to the server's prices and stock (after `cart_changed`). It stays the same cart. */
export function correctCart(items: readonly CartItem[]): void {
  keepItems(items);
}

/**
 * Removes the paid units, usually all. Products that the shopper added during a bank transfer stay, as another cart.
 * `paid`: units by product id. If a product's id has changed since the order, its redirect finds it (moved-lines.ts).
 */
export function takePaidOut(paid: Readonly<Record<string, number>>): void {
  const { items } = $cart.get();
  const missed = Object.keys(paid).filter((id) => !items.some((item) => item.id === id));
  takeOut(paid);
  const left = $cart.get().items;
  if (missed[0] && left[0]) {
    import('./moved-lines.ts')
      .then(({ movedUnits }) => movedUnits(paid, missed, left))
      .then(takeOut)
      .catch(() => {});
  }
}

/** Removes these units. The rest becomes another cart. */
function takeOut(paid: Readonly<Record<string, number>>): void {
  const rest = { ...paid };
  const left = $cart.get().items.flatMap((item) => {
    const quantity = item.quantity - (rest[item.id] ?? 0);
    rest[item.id] = Math.max(0, -quantity);
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
  keepItems(left, newIdentity());
}
