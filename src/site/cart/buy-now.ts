import { paths } from '#config/paths.ts';
import type { CartEntry } from '#domain/cart.ts';
import { cartReplaced } from '#site/toasts/texts.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { $cart } from './cart-store.ts';
import { replaceCartWith } from './changes-store.ts';

/** Buy Now (spec §4): one of this product alone, and on to the checkout, where what it put out can be brought back. */
export function buyNow(entry: CartEntry): void {
  const { items } = $cart.get();
  const undo = replaceCartWith(entry);
  const lost = items.some(({ id, quantity }) => id !== entry.id || quantity > 1);
  if (lost) toast(cartReplaced(entry.name, undo));
  location.assign(paths.checkout);
}
