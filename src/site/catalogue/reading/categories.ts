import type { Product } from '#contract/product.ts';
import type { Api } from './api.ts';
import { CatalogueFault } from './fault.ts';
import { idsOf, isPart, type NamedLists, type Whole } from './named-lists.ts';

/**
 * Names the categories of products whose backend sends none: a product is in each category whose list has it. A list as
 * long as the catalogue is not trusted. A list that cannot be read is left out, with a line in `log`.
 */
export async function nameCategories(
  api: Api,
  products: readonly Product[],
  categories: NamedLists,
  { log, whole }: { log: (line: string) => void; whole: Whole },
): Promise<void> {
  const read = async (name: string): Promise<ReadonlySet<string>> => {
    const first = categories.get(name);
    if (!first || !isPart(first, whole)) return new Set();
    try {
      return await idsOf(api, name, first);
    } catch (error) {
      if (!(error instanceof CatalogueFault)) throw error;
      log(error.message);
      return new Set();
    }
  };
  const lists = await Promise.all(
    [...categories.keys()].map(async (name) => ({ name, ids: await read(name) })),
  );
  for (const product of products) {
    const own = lists.filter(({ ids }) => ids.has(product.id)).map(({ name }) => name);
    if (own.length > 0) product.categories = own;
  }
}
