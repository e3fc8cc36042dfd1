import { persistentAtom } from '@nanostores/persistent';
import type { CartEntry } from '#domain/cart.ts';
import { isCartEntry, readEntries } from '#site/cart/cart-store.ts';
import { readJson } from '#site/storage/json.ts';

/** A product kept for later (spec §3): what the cart would take of it, at the price of that day. */
export type WishlistItem = CartEntry;

/** What stands in for a stored value that cannot be read. */
export const EMPTY_WISHLIST: readonly WishlistItem[] = [];

/** More nobody looks through; the oldest go. */
const MOST = 200;

/** Reads what was a wishlist; products that cannot be trusted, and repeated ones, are dropped. */
export const readWishlist = (value: unknown): readonly WishlistItem[] =>
  readEntries<WishlistItem>(value, isCartEntry).slice(-MOST);

/** Reads a stored wishlist. */
export const decodeWishlist = (text: string) => readWishlist(readJson(text));

/** The wishlist, oldest first; kept in localStorage and in step between tabs. */
export const $wishlist = persistentAtom<readonly WishlistItem[]>(
  'turare:wishlist',
  EMPTY_WISHLIST,
  {
    decode: decodeWishlist,
    // The library deletes the key for undefined; its type says string.
    encode: ((items: readonly WishlistItem[]) =>
      items.length > 0 ? JSON.stringify(items) : undefined) as (
      items: readonly WishlistItem[],
    ) => string,
  },
);

const without = (id: string) => $wishlist.get().filter((item) => item.id !== id);

/** Takes a product off. */
export function removeFromWishlist(id: string): void {
  $wishlist.set(without(id));
}

/** Adds a product that is absent, takes off one that is there (spec §4). true when it was added. */
export function toggleWishlist(item: WishlistItem): boolean {
  const others = without(item.id);
  const added = others.length === $wishlist.get().length;
  $wishlist.set(added ? [...others, item].slice(-MOST) : others);
  return added;
}

/** Puts today's price and stock in place of those of the day that a product was added. */
export function correctWishlist(today: (item: WishlistItem) => WishlistItem): void {
  $wishlist.set($wishlist.get().map(today));
}

/** What brings a cleared wishlist back. */
export interface WishlistUndo {
  wishlist: readonly WishlistItem[];
}

/** Takes everything off. */
export function clearWishlist(): WishlistUndo {
  const wishlist = $wishlist.get();
  $wishlist.set(EMPTY_WISHLIST);
  return { wishlist };
}
