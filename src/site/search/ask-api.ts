import { PUBLIC_API_URL } from 'astro:env/client';
import { paths } from '#config/paths.ts';
import { salePrice } from '#domain/price.ts';
import { readAnswer } from '#site/product-data/listing-answer.ts';
import { type Source, SUGGESTION_LIMIT } from './suggestion.ts';

/** Suggestions of the product API, with today's prices. */
export const askApi: Source = async (search, signal) => {
  const query = new URLSearchParams({ search, limit: String(SUGGESTION_LIMIT) });
  try {
    const response = await fetch(`${PUBLIC_API_URL}/api/product?${query}`, { signal });
    const answer = response.ok ? readAnswer(await response.json()) : undefined;
    if (!answer) return undefined;
    const now = Date.now();
    const suggestions = answer.products.slice(0, SUGGESTION_LIMIT).map((product) => ({
      href: paths.product(product.id),
      name: product.name,
      image: product.image,
      color: product.pictures?.[0]?.color,
      price: salePrice(product, now),
    }));
    return { suggestions, total: Math.max(answer.total, suggestions.length) };
  } catch {
    // Typed on, no connection, or no JSON: no answer.
    return undefined;
  }
};
