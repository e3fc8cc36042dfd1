import { iconHtml } from '#site/icons/icon-html.ts';
import { STAR } from '#site/icons/shapes.ts';
import { type Rating, reviewCount } from '#site/product-data/rating.ts';

/** As pages/products/[id].astro has it. All that is put in are numbers of ours. */
const shown = ({ average, count }: Rating) =>
  `<span class="visually-hidden">Rated </span>${iconHtml(STAR)}${average.toFixed(1)} <span>of 5, ${reviewCount(count)}</span>`;

/** Brings the rating on a product's page up to date: what stands before the button of the reviews. */
export function showPageRating(article: Element, rating: Rating): void {
  const button = article.querySelector('.product-rating > button');
  while (button?.previousSibling) button.previousSibling.remove();
  if (rating.count > 0) button?.insertAdjacentHTML('beforebegin', shown(rating));
}
