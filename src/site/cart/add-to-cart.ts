import { delegate } from '#site/lazy/delegate.ts';
import { productEntry } from '#site/product-data/product-data.ts';
import { addedToCart, stockReached, toast } from '#site/toasts/toasts-store.ts';
import { addToCart } from './cart-store.ts';

delegate('click', '[data-action="add-to-cart"]:enabled', (button) => {
  const entry = productEntry(button);
  if (!entry) return;
  const { name, qtyAvailable } = entry;
  toast(
    addToCart(entry) ? addedToCart(button.dataset.name ?? name) : stockReached(name, qtyAvailable),
  );
  // Shows 'View Cart' beside the button. With a keyboard or screen reader, the cart in the header is many steps away.
  button.classList.add('added');
});
