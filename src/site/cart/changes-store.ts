/** What the drawer, the checkout and a paid order do to the cart; apart from cart.ts, which every page loads. */
import { addItem, type CartEntry, type CartItem, removeItem, setQuantity } from '#domain/cart.ts';
import { newIdentity } from '#site/storage/identity.ts';
import { $cart, type Cart, EMPTY_CART, keepItems, MAX_QUANTITY } from './cart-store.ts';

/** Sets a line's quantity, between 0 and the stock; at 0 the line goes (spec §4). */
export function setCartQuantity(id: string, quantity: number): void {
  keepItems(setQuantity($cart.get().items, id, Math.min(quantity, MAX_QUANTITY)));
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
  keepItems(removeItem(items, id));
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
  keepItems(addItem([], entry), newIdentity());
  return { cart };
}

/** Puts the server's figures in place of ours, in the same cart (after `cart_changed`). */
export function correctCart(items: readonly CartItem[]): void {
  keepItems(items);
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
  keepItems(left, newIdentity());
}
