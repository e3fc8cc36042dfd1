import { totalQuantity } from '#domain/orders/cart.ts';
import { $cart } from '#site/cart/cart-store.ts';
import { $wishlist } from '#site/wishlist/wishlist-store.ts';

/** Writes a number on a button of the header. */
function show(list: string, label: string, count: number): void {
  for (const badge of document.querySelectorAll<HTMLElement>(`[data-count="${list}"]`)) {
    badge.textContent = String(count);
    badge.hidden = count === 0;
    // The button's own label hides the number from screen readers.
    const items = count === 1 ? '1 item' : `${count} items`;
    badge.closest('button')?.setAttribute('aria-label', `${label}, ${items}`);
  }
}

$cart.subscribe(({ items }) => show('cart', 'Shopping cart', totalQuantity(items)));
$wishlist.subscribe((items) => show('wishlist', 'Wishlist', items.length));
