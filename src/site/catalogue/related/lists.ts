import type { Product } from '#contract/product.ts';

/** A tag or a brand as a number. The rarest have the lowest numbers. */
export type Mark = number;

/** Products that share some marks, by their numbers, ascending. */
interface List {
  readonly items: readonly number[];
  /** For each place the next one that may be open; absent while every product is open. */
  skip?: Int32Array;
  /** The products of it that have one more mark. */
  parts?: Map<Mark, List>;
}

/** A list of at most so many products is not divided further: looking through it costs less than keeping its parts. */
const SMALL = 32;

/** Lists of the products that have some tags and a brand in common. Each is made when it is first asked for. */
export class RelatedLists {
  readonly #isOpen: (product: number) => boolean;
  /** The marks of each product, ascending: those of its tags, its brand's, and all together. */
  readonly #marks: { tags: Mark[]; brand: Mark[]; all: Mark[] }[];
  /** The products of each mark. */
  readonly #roots: List[];

  /**
   * @param products - a product's number is its place here.
   * @param isOpen - whether a product may be chosen. One that is closed stays closed.
   */
  constructor(products: readonly Product[], isOpen: (product: number) => boolean) {
    this.#isOpen = isOpen;
    const holders = new Map<string, number[]>();
    const named = products.map(({ tags, brand }, product) => {
      const names = {
        tags: [...new Set(tags)].map((tag) => `tag ${tag}`),
        brand: brand === undefined ? [] : [`brand ${brand}`],
      };
      for (const name of [...names.tags, ...names.brand]) {
        const known = holders.get(name);
        if (known) known.push(product);
        else holders.set(name, [product]);
      }
      return names;
    });
    const rarestFirst = [...holders].sort(([, some], [, more]) => some.length - more.length);
    const markOf = new Map(rarestFirst.map(([name], mark) => [name, mark]));
    const marks = (names: readonly string[]) =>
      ascending(names.flatMap((name) => markOf.get(name) ?? []));
    this.#roots = rarestFirst.map(([, items]) => ({ items }));
    this.#marks = named.map(({ tags, brand }) => ({
      tags: marks(tags),
      brand: marks(brand),
      all: marks([...tags, ...brand]),
    }));
  }

  /** The marks of a product's tags, and the one of its brand if it has one. */
  marksOf(product: number): { tags: readonly Mark[]; brand: readonly Mark[] } {
    return this.#marks[product] ?? { tags: [], brand: [] };
  }

  /** All products with a mark. */
  holdersOf(mark: Mark): readonly number[] {
    return this.#roots[mark]?.items ?? [];
  }

  /**
   * The open products that have all the marks, in the order of their numbers from `own` on, as on a ring, without `own`.
   * @param marks - some of those of `own`, at least one.
   */
  *after(own: number, marks: readonly Mark[]): Generator<number> {
    const { list, rest } = this.#find(ascending(marks));
    const { items } = list;
    const start = placeOf(items, own);
    for (const [from, end] of [
      [start + 1, items.length],
      [0, start],
    ] as const) {
      for (let at = this.#open(list, from); at < end; at = this.#open(list, at + 1)) {
        const item = items[at];
        if (item !== undefined && this.#has(item, rest)) yield item;
      }
    }
  }

  /** The list of some marks, or a small one that has it, with the marks to look for in that. */
  #find(marks: readonly Mark[]): { list: List; rest: readonly Mark[] } {
    const [first = -1, ...more] = marks;
    let list = this.#roots[first] ?? { items: [] };
    for (const [at, mark] of more.entries()) {
      if (list.items.length <= SMALL) return { list, rest: more.slice(at) };
      list.parts ??= new Map();
      let part = list.parts.get(mark);
      if (!part) {
        part = { items: list.items.filter((item) => this.#has(item, [mark])) };
        list.parts.set(mark, part);
      }
      list = part;
    }
    return { list, rest: [] };
  }

  #has(product: number, marks: readonly Mark[]): boolean {
    const own = this.#marks[product]?.all;
    return marks.every((mark) => own?.includes(mark));
  }

  /** The first place with an open product, from `from` on. What it passes, it passes only once. */
  #open(list: List, from: number): number {
    const { items } = list;
    let at = from;
    while (at < items.length) {
      const next = list.skip?.[at] ?? at;
      if (next === at && this.#isOpen(items[at] ?? -1)) break;
      list.skip ??= Int32Array.from(items, (_, place) => place);
      if (next === at) list.skip[at] = at + 1;
      at = Math.max(next, at + 1);
    }
    for (let passed = from; passed < at; ) {
      const next = list.skip?.[passed] ?? at;
      if (list.skip) list.skip[passed] = at;
      passed = next;
    }
    return at;
  }
}

const ascending = (marks: readonly Mark[]) => marks.toSorted((a, b) => a - b);

/** The place of a number in an ascending list that has it. */
function placeOf(items: readonly number[], item: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle] ?? 0) < item) low = middle + 1;
    else high = middle;
  }
  return low;
}
