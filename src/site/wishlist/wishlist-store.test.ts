import {
  cleanTestStorage,
  getTestStorage,
  setTestStorageKey,
  useTestStorageEngine,
} from '@nanostores/persistent';
import { beforeEach, expect, it } from 'vitest';

useTestStorageEngine();
const {
  $wishlist,
  clearWishlist,
  decodeWishlist,
  EMPTY_WISHLIST,
  removeFromWishlist,
  toggleWishlist,
} = await import('./wishlist-store.ts');
const { undo } = await import('#site/toasts/undo.ts');

const oud = { id: 'oud', name: 'Oud Wood', price: 185_000, image: '/a.jpg', qtyAvailable: 2 };
const rose = { id: 'rose', name: 'Rose', price: 42_500.5, image: '', qtyAvailable: 0 };

beforeEach(() => {
  cleanTestStorage();
  clearWishlist();
});

it('holds a product once: a toggle adds it, the next removes it', () => {
  expect([toggleWishlist(oud), toggleWishlist(rose), toggleWishlist({ ...oud, price: 1 })]).toEqual(
    [true, true, false],
  );
  expect($wishlist.get()).toEqual([rose]);
  removeFromWishlist('rose');
  expect($wishlist.get()).toEqual([]);
});

it('is stored under a stable key, and removed from storage when it is empty', () => {
  toggleWishlist(oud);
  expect(decodeWishlist(getTestStorage()['turare:wishlist'] ?? '')).toEqual([oud]);
  clearWishlist();
  expect(getTestStorage()).not.toHaveProperty('turare:wishlist');
});

it('follows another tab', () => {
  const stop = $wishlist.listen(() => {});
  setTestStorageKey('turare:wishlist', JSON.stringify([rose]));
  expect($wishlist.get()).toEqual([rose]);
  stop();
});

it('can be restored after it was cleared, with what was added since', () => {
  toggleWishlist(oud);
  const cleared = clearWishlist();
  expect($wishlist.get()).toBe(EMPTY_WISHLIST);
  toggleWishlist(rose);
  undo(cleared);
  expect($wishlist.get()).toEqual([oud, rose]);
});

it('keeps the newest 200', () => {
  for (let n = 0; n <= 200; n++) toggleWishlist({ ...oud, id: `oud-${n}` });
  expect($wishlist.get()).toHaveLength(200);
  expect($wishlist.get()[0]?.id).toBe('oud-1');
});
