import { isRecord } from '#contract/reading/record.ts';
import { keyOf } from '#domain/orders/cart.ts';
import type { LinkedItem } from '#domain/orders/cart-link.ts';
import { $cart, readCart } from '#site/cart/cart-store.ts';
import { type CartUndo, changeItems } from '#site/cart/changes-store.ts';

import { $wishlist, readWishlist, type WishlistUndo } from '#site/wishlist/wishlist-store.ts';

/** How to undo a change, as data, because it must survive a navigation. */
export type Undo = CartUndo | WishlistUndo;

/**
 * Restores removed lines and the cart's identity, because a payment begun from that cart must still find it. Products
 * added since then stay; lines that replaced the removed ones go. For a product in both, the larger quantity stays.
 */
function restoreCart({ cart, at = 0, placed = [] }: CartUndo): void {
  const find = <T extends LinkedItem>(list: readonly T[], line: LinkedItem) =>
    list.find((item) => keyOf(item) === keyOf(line));
  const items = $cart.get().items.flatMap((item) => {
    const quantity = item.quantity - (find(placed, item)?.quantity ?? 0);
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
  const back = cart.items.map((item) => {
    const now = find(items, item);
    return { ...item, ...now, quantity: Math.max(item.quantity, now?.quantity ?? 0) };
  });
  const others = items.filter((item) => !find(back, item));
  changeItems([...others.slice(0, at), ...back, ...others.slice(at)], cart.id);
}

/** Restores a cleared wishlist. Products added since then follow it. */
function restoreWishlist({ wishlist }: WishlistUndo): void {
  $wishlist.set(readWishlist([...wishlist, ...$wishlist.get()]));
}

const isLinkedItem = (value: unknown): value is LinkedItem =>
  isRecord(value) && typeof value.id === 'string' && Number(value.quantity) > 0;

/** Reads the undo data of a toast; undefined when there is nothing to restore. */
export function readUndo(value: unknown): Undo | undefined {
  if (!isRecord(value)) return undefined;
  const cart = readCart(value.cart);
  if (cart.id) {
    const at = Number.isSafeInteger(value.at) && { at: value.at as number };
    const placed = Array.isArray(value.placed) && { placed: value.placed.filter(isLinkedItem) };
    return { cart, ...at, ...placed };
  }
  const wishlist = readWishlist(value.wishlist);
  return wishlist.length > 0 ? { wishlist } : undefined;
}

/** Undoes a change. `kept`: an `Undo`, perhaps from sessionStorage, so it is not trusted. */
export function undo(kept: unknown): void {
  const change = readUndo(kept);
  if (!change) return;
  if ('cart' in change) restoreCart(change);
  else restoreWishlist(change);
}
