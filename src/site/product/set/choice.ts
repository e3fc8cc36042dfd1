/** The choice of a set's parts, on its page: it goes with the product into the cart. */
import { $cart } from '#site/cart/cart-store.ts';
import { productIn } from '#site/product-data/product-data.ts';
import { chooseFirst, chosenWords, inCart } from './words.ts';

const article = document.querySelector<HTMLElement>('.product');
const field = article?.querySelector<HTMLFieldSetElement>('[data-choose]');
const status = field?.querySelector('[role="status"]');
const product = productIn(article);

if (article && field && status && product) {
  const most = Number(field.dataset.choose);
  const boxes = [...field.querySelectorAll('input')];
  const soldOut = new Set(boxes.filter(({ disabled }) => disabled));
  const chosen = () => boxes.filter(({ checked }) => checked);

  const show = () => {
    const now = chosen();
    const full = now.length >= most;
    for (const box of boxes) box.disabled = !box.checked && (full || soldOut.has(box));
    const picked = now.map(({ value, dataset: { name = '' } }) => ({ id: value, name }));
    // What adds the product to the cart reads it from here. Its figures may have changed meanwhile.
    article.dataset.product = JSON.stringify({ ...productIn(article), chosen: picked });
    status.textContent = chosenWords(now.length, most);
  };

  field.addEventListener('change', show);
  // Before the cart hears of it.
  article.addEventListener('click', (event) => {
    const missing = most - chosen().length;
    const button = event.target instanceof Element && event.target.closest('[data-action]');
    const action = button instanceof HTMLElement ? button.dataset.action : '';
    if (missing === 0 || (action !== 'add-to-cart' && action !== 'buy-now')) return;
    event.stopPropagation();
    status.textContent = chooseFirst(missing);
    boxes.find(({ checked, disabled }) => !checked && !disabled)?.focus();
  });

  const { chosen: had = [] } = $cart.get().items.find(({ id }) => id === product.id) ?? {};
  if (had.length > 0) status.textContent = inCart(had.map(({ name }) => name));
}
