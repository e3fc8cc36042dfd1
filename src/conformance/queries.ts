import type { Product } from '#contract/product.ts';
import type { Asker } from './ask.ts';
import { ids, LIST, type List, NOWHERE } from './pages.ts';

/** Requests the first page of a list with these parameters. */
export type AskList = (query: Record<string, string>) => Promise<List | undefined>;

/** Checks that a search finds a product by its name, and finds nothing for a word that nobody uses. */
export async function checkSearch(
  { findings }: Asker,
  product: Product,
  list: AskList,
): Promise<void> {
  const found = await list({ search: product.name, limit: '50' });
  const nothing = await list({ search: NOWHERE });
  if (found && !ids(found).includes(product.id)) {
    findings.broken(
      LIST,
      'search',
      `no '${product.name}'`,
      'the product of that name',
      'Find products by their names.',
    );
  }
  if (nothing && nothing.products.length > 0) {
    findings.broken(
      LIST,
      'search',
      `${nothing.products.length} products for '${NOWHERE}'`,
      'none',
      "Read the query's search.",
    );
  }
}

/** Checks that a category of the backend's list selects products, and the answer for an unknown one. */
export async function checkCategories(
  { findings }: Asker,
  { first, categories }: { first: List; categories: readonly string[] },
  list: AskList,
): Promise<void> {
  const same = (other: List) =>
    other.total === first.total && ids(other).join() === ids(first).join();
  const answers = await Promise.all(categories.slice(0, 4).map((category) => list({ category })));
  const read = answers.filter((answer) => answer !== undefined);
  if (read.length > 0 && read.every(({ products }) => products.length === 0)) {
    findings.broken(
      LIST,
      'category',
      `no product in '${categories[0]}'`,
      'its products',
      'Find the products of the categories that you list.',
    );
  } else if (read.length > 1 && first.products.length > 1 && read.every(same)) {
    findings.broken(
      LIST,
      'category',
      'all products for each category',
      'its products',
      "Read the query's category.",
    );
  }
  const unknown = read.length > 0 ? await list({ category: NOWHERE }) : undefined;
  if (unknown && unknown.products.length > 0 && !read.every(same)) {
    findings.adapted(
      LIST,
      'category',
      'all products for an unknown one',
      'none',
      'The site asks only for categories that you list.',
    );
  }
}

/** Checks that a tag selects products. */
export async function checkTags(
  { findings }: Asker,
  tag: string | undefined,
  list: AskList,
): Promise<void> {
  const tagged = tag === undefined ? undefined : await list({ tag });
  if (tag === undefined || !tagged) return;
  const fold = (text: string) => text.toLowerCase();
  const wrong = tagged.products.filter(
    ({ tags }) => tags.length > 0 && !tags.some((own) => fold(own) === fold(tag)),
  );
  if (wrong.length > 0) {
    const got = `${wrong.length} products without '${tag}'`;
    findings.broken(LIST, 'tag', got, 'none', "Read the query's tag.");
  } else if (tagged.products.length === 0) {
    const remedy = 'Find the products of the tags that you list.';
    findings.broken(LIST, 'tag', `no product with '${tag}'`, 'its products', remedy);
  }
}

export async function checkSorting({ findings }: Asker, list: AskList): Promise<void> {
  const rising = await list({ sortBy: 'price', sortOrder: 'asc' });
  const falling = await list({ sortBy: 'price', sortOrder: 'desc' });
  const sorted = (list: List | undefined, sign: 1 | -1) =>
    list?.products.every(
      ({ price }, index) => sign * (price - (list.products[index - 1]?.price ?? price)) >= 0,
    ) ?? true;
  if (!sorted(rising, 1) || !sorted(falling, -1)) {
    findings.broken(
      LIST,
      'sortBy',
      'prices in no order',
      'prices in order',
      "Read the query's sortBy and sortOrder: price, name, createdAt, soldCount; asc, desc.",
    );
  }
}
