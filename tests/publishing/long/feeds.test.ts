import { statSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { products } from '#backend/products/tables.ts';
import type { Product, ProductList } from '#contract/product.ts';
import { PUBLICATION_LIMIT } from '../../rounds.ts';
import { changedLines, compare, linesOf, WHOLE } from '../feeds.harness.ts';
import { newPublisher } from '../publisher.harness.ts';
import { openShop } from '../shop.harness.ts';

const COUNT = 10_000;

/** Reads all products that the API sells. */
async function readAll(apiUrl: string): Promise<Product[]> {
  const read = async (page: number) => {
    const answer = await fetch(`${apiUrl}/api/product?limit=100&page=${page}`);
    return (await answer.json()) as ProductList;
  };
  const { totalPages } = await read(1);
  const pages = [];
  for (let page = 1; page <= totalPages; page++) pages.push(...(await read(page)).products);
  return pages;
}

it('page, feeds and API agree on 10,000 products, and a new price changes one line of each', {
  timeout: 6 * PUBLICATION_LIMIT,
}, async () => {
  const shop = await openShop();
  try {
    await shop.grow(COUNT);
    const publisher = await newPublisher({ url: shop.apiUrl });
    const publish = async () => {
      const time = Date.now();
      await publisher.publish({ time });
      const release = join(publisher.folders.releases, (await publisher.live())?.name ?? 'none');
      return { time, release };
    };
    const first = await publish();
    const all = await readAll(shop.apiUrl);
    expect(compare(first.release, all, first.time)).toEqual({ compared: COUNT, differences: [] });

    await shop.db.update(products).set({ priceKobo: 77_777_700 }).where(eq(products.id, 'own-7'));
    const second = await publish();
    const now = await readAll(shop.apiUrl);
    expect(compare(second.release, now, second.time).differences).toEqual([]);
    for (const file of WHOLE) {
      const { gone, come } = changedLines(
        linesOf(first.release, file),
        linesOf(second.release, file),
      );
      expect([gone.length, come.length], file).toEqual([1, 1]);
      const { size } = statSync(join(second.release, 'feeds', file));
      console.log(`${file}: ${size} bytes, of which ${come[0]?.length} are new`);
    }
  } finally {
    await shop.close();
  }
});
