import type { Product } from '#contract/product.ts';
import { RELATED_LIMIT, RELATED_SHOWN_LIMIT } from '#domain/products/related.ts';
import { cardKey } from '#domain/products/sizes.ts';

/**
 * The number of products that one is compared with: those whose ids follow its own. Comparing all pairs of 100,000
 * products would take minutes, and five out of 200 are similar enough.
 */
const COMPARED = 200;

interface Entry {
  product: Product;
  /** Its id, or the id of the first size on its card. That stays the same when another size is shown. */
  id: string;
  /** Its tags as numbers, which take less time to compare than words. */
  tags: readonly number[];
  /** The number of pages that show it as related. */
  pages: number;
}

/**
 * Returns the related products of each page, ranked as `rankRelated` does among the next COMPARED products. Pages are
 * served in the order of their ids, and a product that is on RELATED_SHOWN_LIMIT pages is not chosen again. Retired
 * products are on no page. Their own pages are served last, so that they change nothing for the others.
 * @param pages - the products that have a page: those for sale and the retired ones.
 * @param cards - the products that lists show.
 */
export function relatedIndex(
  pages: readonly Product[],
  cards: readonly Product[] = pages.filter(({ retired }) => !retired),
): (product: Product) => Product[] {
  const numbers = new Map<string, number>();
  const entriesOf = (products: readonly Product[]): Entry[] =>
    products
      .map((product) => ({
        product,
        id: product.sizes?.[0]?.id ?? product.id,
        tags: numbered(product.tags, numbers),
        pages: 0,
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  const sold = entriesOf(cards);
  const own = entriesOf(pages);
  /** The points for each common tag. */
  const points = new Uint8Array(numbers.size);
  const related = new Map<string, Product[]>();
  const serve = (own: Entry, next: number) => {
    for (const tag of own.tags) points[tag] = 2;
    const best = bestOf(sold, own, next, points);
    for (const tag of own.tags) points[tag] = 0;
    for (const entry of best) entry.pages++;
    related.set(
      own.product.id,
      best.map(({ product }) => product),
    );
  };
  for (const retired of [false, true]) {
    // Both are sorted by id.
    let next = 0;
    for (const each of own) {
      if (Boolean(each.product.retired) !== retired) continue;
      while (next < sold.length && (sold[next]?.id ?? '') <= each.id) next++;
      serve(each, next);
    }
  }
  return ({ id }) => related.get(id) ?? [];
}

/** Returns the numbers of some words, each once. @param numbers - those assigned already; new ones are added. */
function numbered(words: readonly string[], numbers: Map<string, number>): number[] {
  return [...new Set(words)].map((word) => {
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    return number;
  });
}

/** Whether both are the same fragrance. */
const isSame = (card: Entry, own: Entry) =>
  card.id === own.id ||
  (card.product.sizes !== undefined && cardKey(card.product) === cardKey(own.product));

/** Returns the best products for `own`. @param next - the index in `sold` of the first product after it. */
function bestOf(sold: readonly Entry[], own: Entry, next: number, points: Uint8Array): Entry[] {
  const { brand } = own.product;
  const best: { entry: Entry; score: number }[] = [];
  for (let step = 0; step < Math.min(COMPARED, sold.length); step++) {
    // Ids form a ring, which breaks ties: the next one comes first.
    const entry = sold[(next + step) % sold.length];
    if (!entry || entry.pages >= RELATED_SHOWN_LIMIT || isSame(entry, own)) continue;
    let score = brand !== undefined && entry.product.brand === brand ? 1 : 0;
    for (const tag of entry.tags) score += points[tag] ?? 0;
    if (score <= (best[RELATED_LIMIT - 1]?.score ?? 0)) continue;
    const behind = best.findIndex((each) => each.score < score);
    best.splice(behind < 0 ? best.length : behind, 0, { entry, score });
    best.length = Math.min(best.length, RELATED_LIMIT);
  }
  return best.map(({ entry }) => entry);
}
