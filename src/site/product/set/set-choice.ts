/** The choice of a set's parts on its page. It goes into the cart with the product. Loaded with the first choice. */
import { $cart } from '#site/cart/cart-store.ts';
import { has } from '#site/client/extensions.ts';
import { html, show } from '#site/html.ts';
import { productPictureHtml } from '#site/product-data/picture-html.ts';
import { productIn } from '#site/product-data/product-data.ts';
import { chosenWords, inCart, leftWords } from './words.ts';

const article = document.querySelector<HTMLElement>('.product');
const field = article?.querySelector<HTMLFieldSetElement>('[data-choose]');
const status = field?.querySelector('[role="status"]');
const product = productIn(article);

if (article && field && status && product) {
  const most = Number(field.dataset.choose);
  const boxes = [...field.querySelectorAll('input')];
  const soldOut = new Set(boxes.filter(({ disabled }) => disabled));
  // Each choice is a separate line if the backend takes several lines of one set.
  const hasLines = has('product.set.lines');
  const had = $cart
    .get()
    .items.flatMap(({ id, chosen }) =>
      id === product.id && chosen ? chosen.map(({ name }) => name).join(', ') : [],
    );
  const note = had.length > 0 ? ` ${inCart(had, hasLines)}` : '';

  const showChoice = () => {
    const picked = boxes.filter(({ checked }) => checked);
    const full = picked.length === most;
    for (const box of boxes) box.disabled = !box.checked && (full || soldOut.has(box));
    field.toggleAttribute('data-chosen', full);
    const now = productIn(article);
    const chosen = picked.map(({ value, dataset: { name = '' } }) => ({ id: value, name }));
    // The script that adds the product to the cart reads it from here.
    const key =
      hasLines && full ? [product.id, ...chosen.map(({ id }) => id)].join(' ') : undefined;
    article.dataset.product = JSON.stringify({ ...now, chosen, key });
    const none = !full || now?.qtyAvailable === 0;
    for (const button of article.querySelectorAll<HTMLButtonElement>('[data-action]')) {
      const { action } = button.dataset;
      if (action === 'add-to-cart') button.disabled = none;
      if (action === 'buy-now') button.hidden = none;
    }
    // The box fills with the bottles.
    for (const [at, place] of [...field.querySelectorAll('.set-box > *')].entries()) {
      const { image = '' } = picked[at]?.dataset ?? {};
      show(place, html`${image && productPictureHtml({ image, alt: '', sizes: '8rem' })}`);
    }
    const left = document.getElementById('to-choose');
    if (left) Object.assign(left, { hidden: full, textContent: leftWords(most - picked.length) });
    status.textContent = chosenWords(picked.length, most) + note;
  };
  field.addEventListener('change', showChoice);
  showChoice();
}
