import type { CartItem } from '#domain/cart.ts';
import { $cart, keepItems, readCart } from '#site/cart/cart-store.ts';
import type { CartUndo } from '#site/cart/changes-store.ts';
import { isRecord } from '#site/storage/json.ts';
import { $wishlist, readWishlist, type WishlistUndo } from '#site/wishlist/wishlist-store.ts';

/** How to take something back, as data: it must survive a navigation. */
export type Undo = CartUndo | WishlistUndo;

/**
 * Brings back what was taken out, with the identity that it had: a payment begun from it must still find it. What was
 * added since stays, and of a product in both the larger quantity.
 */
function restoreCart({ cart, at = 0 }: CartUndo): void {
  const { items } = $cart.get();
  const find = (list: readonly CartItem[], id: string) => list.find((item) => item.id === id);
  const back = cart.items.map((item) => {
    const now = find(items, item.id);
    return { ...item, ...now, quantity: Math.max(item.quantity, now?.quantity ?? 0) };
  });
  const others = items.filter((item) => !find(back, item.id));
  keepItems([...others.slice(0, at), ...back, ...others.slice(at)], cart.id);
}

/** Brings a cleared wishlist back, before what was added since. */
function restoreWishlist({ wishlist }: WishlistUndo): void {
  $wishlist.set(readWishlist([...wishlist, ...$wishlist.get()]));
}

/** Reads what a toast has kept; undefined when there is nothing in it to bring back. */
export function readUndo(value: unknown): Undo | undefined {
  if (!isRecord(value)) return undefined;
  const cart = readCart(value.cart);
  if (cart.id) return Number.isSafeInteger(value.at) ? { cart, at: value.at as number } : { cart };
  const wishlist = readWishlist(value.wishlist);
  return wishlist.length > 0 ? { wishlist } : undefined;
}

/** Takes it back: `kept` is an Undo that may have lain in sessionStorage. */
export function undo(kept: unknown): void {
  const what = readUndo(kept);
  if (!what) return;
  if ('cart' in what) restoreCart(what);
  else restoreWishlist(what);
}
