import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { PUBLICATION_LIMIT } from '../../rounds.ts';
import { type TestBackend, TODAY } from '../backend.ts';
import { changedLines, compare, linesOf, WHOLE } from '../feeds.harness.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';

const COUNT = 40;
const media = {
  images: ['/media/cap/1200.jpg'],
  pictures: [{ width: 800, height: 1000, color: '#aabbcc' }],
};

/** A catalogue with everything that a feed may stumble over. */
async function variedBackend(): Promise<TestBackend> {
  const backend = await newBackend(COUNT);
  const day = (days: number) => new Date(TODAY + days * 86_400_000).toISOString();
  const changes: Partial<Product>[] = [
    { retired: true },
    { id: 'no/page', _id: 'no/page' },
    { images: [], pictures: [] },
    { name: 'A & B <i>"quoted"</i>, \'here\'', description: 'One, "two".\n\n]]> & three' },
    { discount: { type: 'percentage', amount: 12.5, expiresAt: day(3) } },
    { discount: { type: 'fixed', amount: 999.5 } },
    { discount: { type: 'fixed', amount: 500, expiresAt: day(-1) } },
    { brand: undefined, price: 1234.5 },
    { qtyAvailable: 0 },
    { description: '' },
  ];
  backend.products = backend.products.map((product, at) => ({
    ...product,
    ...media,
    ...changes[at],
  }));
  return backend;
}

it('page, feeds and API agree on every product, before and after a change', {
  timeout: 3 * PUBLICATION_LIMIT,
}, async () => {
  const backend = await variedBackend();
  const sold = () => backend.products.slice(3);
  const publisher = await newPublisher(backend);
  const publish = async () => {
    await publisher.publish({ time: TODAY });
    return join(publisher.folders.releases, (await publisher.live())?.name ?? 'none');
  };
  const first = await publish();
  // Agents accept a product without a picture, which Google and Meta refuse.
  const differences = [`acp has ${COUNT - 2} products`];
  expect(compare(first, sold(), TODAY)).toEqual({ compared: COUNT - 3, differences });
  for (const file of [...WHOLE, 'new-arrivals.xml']) {
    const text = linesOf(first, file).join('\n');
    expect(text, file).not.toMatch(/scent-00000|no\/page/);
    const refuses = ['google.xml', 'meta.csv'].includes(file);
    expect(text.includes('scent-00002'), file).toBe(!refuses);
  }

  backend.products = backend.products.map((product, at) =>
    at === 20 ? { ...product, price: 777_777 } : { ...product, soldCount: 9, ratings: 4.5 },
  );
  const second = await publish();
  expect(compare(second, sold(), TODAY).differences).toEqual(differences);
  for (const file of WHOLE) {
    const { gone, come } = changedLines(linesOf(first, file), linesOf(second, file));
    expect([gone.length, come.length], file).toEqual([1, 1]);
    expect(come[0]).toContain('777777');
  }
});
