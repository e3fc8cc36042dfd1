/** Shows the products last viewed on this device, where a page has nothing else to show. It sends no request. */
import { productPath } from '#config/paths.ts';
import { html, show } from '#site/html.ts';
import { productPictureHtml } from '#site/product-data/picture-html.ts';
import { CARD_SIZES } from '#site/product-data/pictures.ts';
import { viewedProducts } from './viewed-store.ts';

const SHOWN = 3;

const section = document.querySelector<HTMLElement>('.last-viewed');
const cards = viewedProducts().flatMap(({ id, name, image }) => {
  if (typeof id !== 'string' || typeof name !== 'string' || typeof image !== 'string') return [];
  const picture = productPictureHtml({ image, alt: '', sizes: CARD_SIZES });
  return html`<li class="card"><div class="card-picture">${picture}</div><h3 class="card-title"><a href="${productPath(id)}"><span class="card-name" dir="auto">${name}</span></a></h3></li>`;
});
const list = section?.querySelector('ul');
if (section && list && cards.length > 0) {
  show(list, html`${cards.slice(0, SHOWN)}`);
  section.hidden = false;
}
