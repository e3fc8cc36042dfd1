/** Shows the last products that were viewed on this device, where a page has nothing else to show. It asks for nothing. */
import { productPath } from '#config/paths.ts';
import { escaped, productPictureHtml } from '#site/product-data/picture-html.ts';
import { CARD_SIZES } from '#site/product-data/pictures.ts';
import { viewedProducts } from './viewed-store.ts';

const SHOWN = 3;

const section = document.querySelector<HTMLElement>('.last-viewed');
const cards = viewedProducts().flatMap(({ id, name, image }) => {
  if (typeof id !== 'string' || typeof name !== 'string' || typeof image !== 'string') return [];
  const picture = productPictureHtml({ image, alt: '', sizes: CARD_SIZES });
  return `<li class="card"><div class="card-picture">${picture}</div><h3 class="card-title"><a href="${escaped(productPath(id))}"><span class="card-name" dir="auto">${escaped(name)}</span></a></h3></li>`;
});
const list = section?.querySelector('ul');
if (section && list && cards.length > 0) {
  list.innerHTML = cards.slice(0, SHOWN).join('');
  section.hidden = false;
}
