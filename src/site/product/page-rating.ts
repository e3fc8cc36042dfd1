import { STAR } from '#look/shapes.ts';
import { iconHtml } from '#site/icons/icon-html.ts';
import { reviewCount } from '#site/product-data/counts.ts';
import type { Rating } from '#site/product-data/rating.ts';

/** The rating beside the button of the reviews, as HTML; '' before the first review. Every part is made from numbers. */
export const ratingHtml = ({ average, count }: Rating): string =>
  count > 0
    ? `<span class="visually-hidden">Rated </span>${iconHtml(STAR)}${average.toFixed(1)} <span>of 5, ${reviewCount(count)}</span>`
    : '';

/** Brings the rating on a product's page up to date: all that stands before the button of the reviews. */
export function showPageRating(article: Element, rating: Rating): void {
  const button = article.querySelector('.product-rating > button');
  while (button?.previousSibling) button.previousSibling.remove();
  button?.insertAdjacentHTML('beforebegin', ratingHtml(rating));
}
