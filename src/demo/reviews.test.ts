import { describe, expect, it } from 'vitest';
import { reviewBody } from '#contract/review.ts';
import { slug } from '#domain/products/slug.ts';
import { readFragrances } from './fragrance-files.ts';
import { readReviews } from './reviews.ts';

const reviews = await readReviews();
const fragrances = await readFragrances();
const ofProduct = Map.groupBy(reviews, ({ productId }) => productId);
const products = fragrances.map(({ brand, name, sold, addedAt }) => {
  const id = slug(`${brand} ${name}`);
  return { id, sold, addedAt, written: ofProduct.get(id) ?? [] };
});
const newest =
  fragrances
    .map(({ addedAt }) => addedAt)
    .sort()
    .at(-1) ?? '';
const duplicates = (values: string[]) => values.filter((value, i) => values.indexOf(value) !== i);
const share = (stars: number) =>
  reviews.filter(({ rating }) => rating === stars).length / reviews.length;

describe('demo reviews', () => {
  it('are a few hundred, each of a product of the demo', () => {
    expect(reviews.length).toBeGreaterThanOrEqual(300);
    expect(reviews.length).toBeLessThanOrEqual(400);
    expect(products.map(({ id }) => id)).toEqual(expect.arrayContaining([...ofProduct.keys()]));
  });

  it('are many for a few bestsellers, few for most products, and none for about one in seven', () => {
    const counts = products.map(({ written }) => written.length);
    const having = (min: number, max: number) =>
      counts.filter((count) => count >= min && count <= max).length;
    expect(having(0, 0)).toBeGreaterThanOrEqual(products.length * 0.12);
    expect(having(0, 0)).toBeLessThanOrEqual(products.length * 0.18);
    expect(having(1, 5)).toBeGreaterThanOrEqual(products.length * 0.5);
    expect(having(12, 15)).toBeGreaterThanOrEqual(4);
    expect(Math.max(...counts)).toBeLessThanOrEqual(15);
  });

  it('give 2 to 5 stars, 4.2 to 4.3 in the mean, and the low ones are few', () => {
    expect(reviews.every(({ rating }) => rating >= 2 && rating <= 5)).toBe(true);
    const mean = reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length;
    expect(mean).toBeGreaterThanOrEqual(4.15);
    expect(mean).toBeLessThanOrEqual(4.3);
    expect(share(2)).toBeGreaterThan(0.02);
    expect(share(2)).toBeLessThan(0.06);
    expect(share(3)).toBeGreaterThan(0.1);
    expect(share(4)).toBeGreaterThan(0.25);
    expect(share(5)).toBeGreaterThan(0.4);
  });

  it('follow the sales: each product sold far more, and twice the sales never have fewer reviews', () => {
    for (const { id, sold, written } of products) {
      expect(sold, id).toBeGreaterThanOrEqual(Math.max(1, written.length * 25));
    }
    for (const more of products) {
      for (const less of products) {
        if (more.sold < 2 * less.sold) continue;
        const pair = `${more.id}, ${less.id}`;
        expect(more.written.length, pair).toBeGreaterThanOrEqual(less.written.length);
      }
    }
  });

  it('are by first names and an initial, one for each shopper and product, and some wrote several', () => {
    for (const { userName } of reviews) expect(userName).toMatch(/^\p{Lu}\p{Ll}{2,} \p{Lu}\.$/u);
    expect(
      duplicates(reviews.map(({ productId, userName }) => `${userName} ${productId}`)),
    ).toEqual([]);
    const shoppers = new Set(reviews.map(({ userName }) => userName));
    expect(shoppers.size).toBeGreaterThanOrEqual(200);
    expect(shoppers.size).toBeLessThan(reviews.length);
    // Another name with the same slug would be the same account.
    expect(new Set([...shoppers].map(slug)).size).toBe(shoppers.size);
  });

  it('were written at different moments, after the product came and before the newest did', () => {
    const addedAt = new Map(products.map((product) => [product.id, product.addedAt]));
    expect(duplicates(reviews.map(({ createdAt }) => createdAt))).toEqual([]);
    for (const { productId, createdAt } of reviews) {
      expect(createdAt > (addedAt.get(productId) ?? ''), productId).toBe(true);
      expect(createdAt < newest, productId).toBe(true);
    }
  });

  it.each(reviews)('$userName of $productId: one to four sentences of their own', (entry) => {
    const { rating, comment } = entry;
    expect(reviewBody.parse({ rating, comment })).toEqual({ rating, comment });
    expect(comment.length).toBeGreaterThanOrEqual(30);
    expect(comment.length).toBeLessThanOrEqual(300);
    expect(comment).toMatch(/^\p{Lu}.*[.!?]$/u);
    const sentences = comment.match(/[.!?](?= |$)/g) ?? [];
    expect(sentences.length).toBeGreaterThanOrEqual(1);
    expect(sentences.length).toBeLessThanOrEqual(4);
    expect(comment).not.toMatch(/ {2}|—|"/);
  });

  it('never repeat a text, nor a sentence', () => {
    const sentences = reviews.flatMap(({ comment }) => comment.toLowerCase().split(/(?<=[.!?]) /));
    expect(duplicates(sentences)).toEqual([]);
  });
});
