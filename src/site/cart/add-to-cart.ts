import { productEntry } from '#site/product-data/product-entry.ts';
import { addedToCart, NOT_LOADED, stockReached, toast } from '#site/toasts/toasts-store.ts';
import { addToCart } from './cart-store.ts';

document.addEventListener('click', async ({ target }) => {
  if (!(target instanceof Element)) return;
  const button = target.closest<HTMLElement>('button[data-action]:enabled');
  const action = button?.dataset.action;
  if (!button || (action !== 'add-to-cart' && action !== 'buy-now')) return;
  const entry = productEntry(button);
  if (!entry) return;
  const { name, qtyAvailable } = entry;
  if (action === 'buy-now' && qtyAvailable > 0) {
    const loaded = await import('./buy-now.ts').catch(() => toast(NOT_LOADED));
    loaded?.buyNow(entry);
  } else {
    toast(addToCart(entry) ? addedToCart(name) : stockReached(name, qtyAvailable));
  }
});
