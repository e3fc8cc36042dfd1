import { type CartUndo, readCart, restoreCart } from './cart.ts';
import { isRecord } from './json.ts';
import { readWishlist, restoreWishlist, type WishlistUndo } from './wishlist.ts';

/** How to take something back, as data: it must survive a navigation. */
export type Undo = CartUndo | WishlistUndo;

/** Takes it back. */
export function undo(what: Undo): void {
  if ('cart' in what) restoreCart(what);
  else restoreWishlist(what);
}

/** Reads what was kept; undefined when there is nothing in it to bring back. */
export function readUndo(value: unknown): Undo | undefined {
  if (!isRecord(value)) return undefined;
  const cart = readCart(value.cart);
  if (cart.id) return Number.isSafeInteger(value.at) ? { cart, at: value.at as number } : { cart };
  const wishlist = readWishlist(value.wishlist);
  return wishlist.length > 0 ? { wishlist } : undefined;
}
