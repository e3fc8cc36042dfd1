import type { CartEntry } from '#domain/orders/cart.ts';
import { isCartEntry, readEntries } from '#site/cart/cart-store.ts';
import { readJson } from '#site/storage/json.ts';
import { persistent } from '#site/storage/persistent.ts';

/** A product on the wishlist (spec §3), with its price on the day it was added. */
export type WishlistItem = CartEntry;

/** The fallback for an unreadable stored value. */
export const EMPTY_WISHLIST: readonly WishlistItem[] = [];

/** Nobody looks through more. The oldest are dropped. */
const MOST = 200;

/** Reads a wishlist. Drops invalid and repeated products. */
export const readWishlist = (value: unknown): readonly WishlistItem[] =>
  readEntries<WishlistItem>(value, isCartEntry).slice(-MOST);

export const decodeWishlist = (text: string) => readWishlist(readJson(text));

/** The wishlist, oldest first, kept in localStorage and synchronised between tabs. */
export const $wishlist = persistent<readonly WishlistItem[]>('turare:wishlist', EMPTY_WISHLIST, {
  decode: decodeWishlist,
  encode: (items) => (items.length > 0 ? JSON.stringify(items) : undefined),
});

const without = (id: string) => $wishlist.get().filter((item) => item.id !== id);

/** Removes a product. */
export function removeFromWishlist(id: string): void {
  $wishlist.set(without(id));
}

/** Adds a product, or removes it if it is there (spec §4). Returns true when it was added. */
export function toggleWishlist(item: WishlistItem): boolean {
  const others = without(item.id);
  const added = others.length === $wishlist.get().length;
  $wishlist.set(added ? [...others, item].slice(-MOST) : others);
  return added;
}

/** Replaces id, price and stock from the day a product was added with today's. Each product stays only once. */
export function correctWishlist(today: (item: WishlistItem) => WishlistItem): void {
  $wishlist.set(readWishlist($wishlist.get().map(today)));
}

/** The data that restores a cleared wishlist. */
export interface WishlistUndo {
  wishlist: readonly WishlistItem[];
}

/** Removes all products. */
export function clearWishlist(): WishlistUndo {
  const wishlist = $wishlist.get();
  $wishlist.set(EMPTY_WISHLIST);
  return { wishlist };
}
