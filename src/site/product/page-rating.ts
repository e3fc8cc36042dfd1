import { STAR } from '#look/shapes.ts';
import { html, show } from '#site/html.ts';
import { iconHtml } from '#site/icons/icon-html.ts';
import { type Rating, reviewCount } from '#site/product-data/counts.ts';

/** Renders the rating beside the reviews button; nothing before the first review. */
export const ratingHtml = ({ average, count }: Rating) =>
  html`${count > 0 && html`<span class="visually-hidden">Rated </span>${iconHtml(STAR)}${average.toFixed(1)} <span>of 5, ${reviewCount(count)}</span>`}`;

/** Updates the rating on a product page: everything before the reviews button. */
export function showPageRating(article: Element, rating: Rating): void {
  const button = article.querySelector('.product-rating > button');
  while (button?.previousSibling) button.previousSibling.remove();
  if (button) show(button, ratingHtml(rating), 'beforebegin');
}
