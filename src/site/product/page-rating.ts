import { type Rating, reviewCount } from '#site/product-data/rating.ts';

/** As pages/products/[id].astro has it. All that is put in are numbers of ours. */
const shown = ({ average, count }: Rating) =>
  `<span class="visually-hidden">Rated </span><svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="m12 3 2.8 6 6.5.7-4.9 4.4 1.4 6.4L12 17.2l-5.8 3.3 1.4-6.4-4.9-4.4 6.5-.7z"></path></svg>${average.toFixed(1)} <span>of 5, ${reviewCount(count)}</span>`;

/** Brings the rating on a product's page up to date: what stands before the button of the reviews. */
export function showPageRating(article: Element, rating: Rating): void {
  const button = article.querySelector('.product-rating > button');
  while (button?.previousSibling) button.previousSibling.remove();
  if (rating.count > 0) button?.insertAdjacentHTML('beforebegin', shown(rating));
}
