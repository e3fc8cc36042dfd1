import { paths } from '#config/paths.ts';
import { salePrice } from '#domain/money/price.ts';
import { ask } from '#site/client/ask.ts';
import { shopTime } from '#site/client/clock.ts';
import { LISTING, listingAnswer } from '#site/product-data/listing-answer.ts';
import { type Source, SUGGESTION_LIMIT } from './suggestion.ts';

/** Suggestions from the product API, with current prices. */
export const askApi: Source = async (search, signal) => {
  const query = new URLSearchParams({ search, limit: String(SUGGESTION_LIMIT) });
  const { body } = await ask(`/api/product?${query}`, LISTING, { signal });
  if (!body) return undefined;
  const answer = listingAnswer(body);
  const now = shopTime();
  const suggestions = answer.products.slice(0, SUGGESTION_LIMIT).map((product) => ({
    href: paths.product(product.id),
    name: product.name,
    image: product.image,
    color: product.pictures?.[0]?.color,
    price: salePrice(product, now),
  }));
  return { suggestions, total: Math.max(answer.total, suggestions.length) };
};
