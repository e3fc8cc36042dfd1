import { paths } from '#config/paths.ts';
import { $cart, addToCart, replaceCartWith } from '../stores/cart.ts';
import { addedToCart, cartReplaced, stockReached, toast } from '../stores/toasts.ts';
import { productEntry } from './product-entry.ts';

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return;
  const button = target.closest<HTMLElement>('button[data-action]:enabled');
  const action = button?.dataset.action;
  if (!button || (action !== 'add-to-cart' && action !== 'buy-now')) return;
  const entry = productEntry(button);
  if (!entry) return;
  const { name, qtyAvailable } = entry;
  if (action === 'add-to-cart') {
    toast(addToCart(entry) ? addedToCart(name) : stockReached(name, qtyAvailable));
  } else if (qtyAvailable > 0) {
    const { items } = $cart.get();
    const undo = replaceCartWith(entry);
    const lost = items.some(({ id, quantity }) => id !== entry.id || quantity > 1);
    if (lost) toast(cartReplaced(name, undo));
    location.assign(paths.checkout);
  } else {
    toast(stockReached(name, qtyAvailable));
  }
});
