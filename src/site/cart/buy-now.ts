import { paths } from '#config/paths.ts';
import { keyOf } from '#domain/orders/cart.ts';
import { productEntry } from '#site/product-data/product-data.ts';
import { stockReached, toast } from '#site/toasts/toasts-store.ts';
import { $cart } from './cart-store.ts';
import { replaceCartWith } from './changes-store.ts';

/** Handles Buy Now (spec §4): one unit of this product alone, then the checkout, where a toast can restore the cart. */
export function handle(button: Element): void {
  const entry = productEntry(button);
  if (!entry) return;
  if (entry.qtyAvailable === 0) {
    toast(stockReached(entry.name, 0));
    return;
  }
  const { items } = $cart.get();
  const undo = replaceCartWith(entry);
  const lost = items.some((item) => keyOf(item) !== keyOf(entry) || item.quantity > 1);
  if (lost) toast({ title: 'Buy Now', text: `Your cart now holds ${entry.name} alone.`, undo });
  location.assign(paths.checkout);
}
