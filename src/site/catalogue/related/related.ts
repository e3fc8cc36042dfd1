import type { Product } from '#contract/product.ts';
import { RELATED_LIMIT, RELATED_SHOWN_LIMIT } from '#domain/related.ts';
import { type Mark, RelatedLists } from './lists.ts';

/**
 * Sets of tags that are looked up for one score. The seven tags of a product have 35 sets of three. For a product with more
 * tags and few like it, adding up all scores takes less time.
 */
const MOST_SETS = 40;

/**
 * The related products of each product, ranked as `rankRelated` does. Products are served in the order of their ids, and
 * one that is on RELATED_SHOWN_LIMIT pages is not chosen again. To compare every pair would take ten thousand million
 * comparisons for 100,000 products. So the choice goes down from the best score, with lists of the products that have certain
 * tags and the brand in common, and ends as soon as there are enough.
 */
export function relatedIndex(products: readonly Product[]): (product: Product) => Product[] {
  const all = [...products].sort((a, b) => (a.id < b.id ? -1 : 1));
  const places = choose(all);
  const place = new Map(all.map(({ id }, own) => [id, own]));
  return ({ id }) => (places[place.get(id) ?? -1] ?? []).flatMap((other) => all[other] ?? []);
}

/** Chooses for each of some products, which are in the order of their ids. @returns the places of the chosen ones. */
function choose(all: readonly Product[]): number[][] {
  const shownOn = new Uint8Array(all.length);
  const isOpen = (index: number) => (shownOn[index] ?? 0) < RELATED_SHOWN_LIMIT;
  const lists = new RelatedLists(all, isOpen);
  const points = new Uint16Array(all.length);
  return all.map((_, own) => {
    const best = chooseDownwards(lists, own) ?? chooseByCounting(lists, own, points, isOpen);
    for (const index of best) shownOn[index] = (shownOn[index] ?? 0) + 1;
    return best;
  });
}

/**
 * Looks for products with all tags and the brand, then with all tags, then with all tags but one and the brand, and so on.
 * Who has at least so many tags in common has exactly so many, because those with more were chosen before.
 * @returns undefined when that would take too many sets of tags.
 */
function chooseDownwards(lists: RelatedLists, own: number): number[] | undefined {
  const { tags, brand } = lists.marksOf(own);
  const best: number[] = [];
  for (let common = tags.length; common >= 0 && best.length < RELATED_LIMIT; common--) {
    if (countSubsets(tags.length, common) > MOST_SETS) return undefined;
    const sets = subsetsOf(tags, common);
    if (brand.length > 0) addNext(best, lists, own, withBrand(sets, brand));
    if (common > 0) addNext(best, lists, own, sets);
  }
  return best;
}

/** Adds products that have all marks of one of the sets, until there are enough. Of these the next ids on the ring win. */
function addNext(best: number[], lists: RelatedLists, own: number, sets: Mark[][]): void {
  const missing = RELATED_LIMIT - best.length;
  if (missing === 0) return;
  const candidates = new Set<number>();
  for (const set of sets) {
    let found = 0;
    for (const index of lists.after(own, set)) {
      if (best.includes(index)) continue;
      candidates.add(index);
      if (++found === missing) break;
    }
  }
  // Ids form a ring that breaks ties: the one after our own comes first, the one before it last.
  const next = (a: number, b: number) => Number(a < own) - Number(b < own) || a - b;
  best.push(...[...candidates].sort(next).slice(0, missing));
}

/** Adds up the scores of all products. */
function chooseByCounting(
  lists: RelatedLists,
  own: number,
  points: Uint16Array,
  isOpen: (index: number) => boolean,
): number[] {
  const { tags, brand } = lists.marksOf(own);
  points.fill(0);
  const add = (mark: Mark, worth: number) => {
    for (const index of lists.holdersOf(mark)) points[index] = (points[index] ?? 0) + worth;
  };
  for (const tag of tags) add(tag, 2);
  for (const each of brand) add(each, 1);
  const best: number[] = [];
  let least = 0;
  const offer = (index: number) => {
    const worth = points[index] ?? 0;
    if (worth <= least || !isOpen(index)) return;
    const place = best.findIndex((other) => (points[other] ?? 0) < worth);
    best.splice(place < 0 ? best.length : place, 0, index);
    if (best.length < RELATED_LIMIT) return;
    best.length = RELATED_LIMIT;
    least = points[best[RELATED_LIMIT - 1] ?? 0] ?? 0;
  };
  // The same ring: of equal scores the next id wins.
  for (let index = own + 1; index < points.length; index++) offer(index);
  for (let index = 0; index < own; index++) offer(index);
  return best;
}

const withBrand = (sets: readonly Mark[][], brand: readonly Mark[]) =>
  sets.map((set) => [...set, ...brand]);

/** All ways to take `size` of some marks. */
function subsetsOf(marks: readonly Mark[], size: number): Mark[][] {
  if (size === 0) return [[]];
  if (size > marks.length) return [];
  return marks.flatMap((mark, at) =>
    subsetsOf(marks.slice(at + 1), size - 1).map((rest) => [mark, ...rest]),
  );
}

/** How many ways there are. */
function countSubsets(marks: number, size: number): number {
  let count = 1;
  for (let taken = 0; taken < size; taken++) count = (count * (marks - taken)) / (taken + 1);
  return count;
}
