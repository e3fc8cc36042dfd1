import { totalQuantity } from '#domain/cart.ts';
import { salePrice } from '#domain/price.ts';
import { $cart, addToCart } from '../stores/cart.ts';
import { addedToCart, stockReached, toast } from '../stores/toasts.ts';
import { readProductData } from './product-data.ts';

$cart.subscribe(({ items }) => {
  const count = totalQuantity(items);
  for (const badge of document.querySelectorAll<HTMLElement>('[data-cart-count]')) {
    badge.textContent = String(count);
    badge.hidden = count === 0;
    // The button's own label hides the number from screen readers.
    const items = count === 1 ? '1 item' : `${count} items`;
    badge.closest('button')?.setAttribute('aria-label', `Shopping cart, ${items}`);
  }
});

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-action="add-to-cart"]');
  if (!button || button.matches(':disabled')) return;
  const product = readProductData(button.closest<HTMLElement>('[data-product]')?.dataset.product);
  if (!product) return;
  const { id, name, image, qtyAvailable } = product;
  const price = salePrice(product, Date.now());
  const added = addToCart({ id, name, price, image, qtyAvailable });
  toast(added ? addedToCart(name) : stockReached(name, qtyAvailable));
});
