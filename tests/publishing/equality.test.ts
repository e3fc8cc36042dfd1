import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import type { Publisher } from '#publisher/publisher.ts';
import { PUBLICATION_LIMIT, ROUNDS } from '../rounds.ts';
import { type TestBackend, TODAY, testProduct } from './backend.ts';
import { newBackend, newPublisher } from './publisher.harness.ts';
import { hashesOf } from './site-files.ts';

const PRODUCTS = 60;
const HOUR = 3_600_000;

/** A change of the catalogue by a merchant, a shopper or the clock. */
interface Edit {
  what: string;
  /** The product's position in the catalogue. */
  which: number;
  amount: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  what: fc.constantFrom(
    'price',
    'stock',
    'name',
    'new',
    'deleted',
    'discount',
    'clock',
    'category',
    'review',
    'description',
    'sale',
    'house',
    'families',
    'picture',
    'retired',
    'id',
  ),
  which: fc.nat(PRODUCTS - 1),
  amount: fc.integer({ min: 1, max: 40 }),
});

/** A list of publications, each with the edits before it. */
const history = fc.array(fc.array(edit, { minLength: 1, maxLength: 6 }), {
  minLength: ROUNDS.publications.min,
  maxLength: ROUNDS.publications.max,
});

let made = 1000;

/** Applies an edit. @returns the hours that the clock advances. */
function apply(backend: TestBackend, { what, which, amount }: Edit, now: number): number {
  const index = which % Math.max(1, backend.products.length);
  const product = backend.products[index];
  if (!product) return 0;
  const change = (changed: Partial<Product>) => {
    backend.products[index] = { ...product, ...changed, updatedAt: new Date(now).toISOString() };
  };
  switch (what) {
    case 'price':
      change({ price: 1000 * amount });
      break;
    case 'stock':
      change({ qtyAvailable: amount });
      break;
    case 'name':
      change({ name: `${product.brand} Renamed ${amount}` });
      break;
    case 'new':
      backend.products.push({ ...testProduct(made++), createdAt: new Date(now).toISOString() });
      break;
    case 'deleted':
      backend.products.splice(index, 1);
      break;
    case 'discount':
      change({
        discount: {
          type: amount % 2 ? 'percentage' : 'fixed',
          amount,
          expiresAt: new Date(now + (amount % 5) * HOUR).toISOString(),
        },
      });
      break;
    case 'clock':
      return amount % 5;
    case 'category':
      backend.categories = backend.categories.map((name, each) =>
        each === which % 2 ? `Family ${amount}` : name,
      );
      break;
    case 'review':
      change({ ratings: (amount % 5) + 0.5, numReviews: product.numReviews + 1 });
      break;
    case 'description':
      change({ description: `Now ${amount} times as good.` });
      break;
    case 'sale':
      change({ soldCount: product.soldCount + amount });
      break;
    case 'picture':
      change({
        images: ['/media/cap/1200.jpg'],
        pictures: [{ width: 800, height: 1000, color: '#aabbcc', alt: `A cap of ${amount} mm` }],
      });
      break;
    case 'retired':
      change({ retired: amount % 3 > 0 });
      break;
    case 'id': {
      const id = `scent-moved-${amount}`;
      const path = `/products/${id}`;
      if (backend.products.some((other) => other.id === id)) break;
      const moved = backend.redirects
        .filter(({ from }) => from !== path)
        .map(({ from, to }) => ({ from, to: to === `/products/${product.id}` ? path : to }));
      backend.redirects = [...moved, { from: `/products/${product.id}`, to: path }];
      change({ id, _id: id });
      break;
    }
    case 'house':
      change({ brand: amount % 3 ? `House ${amount}` : undefined });
      break;
    case 'families':
      change({ categories: ['Niche', 'Designer', `Family ${amount}`].slice(amount % 4) });
      break;
  }
  return 0;
}

async function releaseFiles(publisher: Publisher): Promise<Record<string, string>> {
  const live = await publisher.live();
  return hashesOf(join(publisher.folders.releases, live?.name ?? ''));
}

/** Each history begins with a publication. Each of its steps is published twice. */
const publications = ROUNDS.histories * (1 + 2 * ROUNDS.publications.max);
const timeout = publications * PUBLICATION_LIMIT;

it('equals a full build, byte for byte, after any edits', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const backend = await newBackend(PRODUCTS);
      const publisher = await newPublisher(backend);
      let now = TODAY;
      await publisher.publish({ time: now });
      for (const edits of steps) {
        await publisher.makeReady();
        for (const each of edits) now += apply(backend, each, now) * HOUR + 1000;
        const clean = await newPublisher(backend);
        const [report] = await Promise.all([
          publisher.publish({ time: now }),
          clean.publish({ time: now }),
        ]);
        expect(await releaseFiles(publisher)).toEqual(await releaseFiles(clean));
        // Every page shows the categories.
        if (edits.every(({ what }) => what !== 'category')) {
          expect(report.rewritten).toBeLessThan(report.pages);
        }
      }
    }),
    { numRuns: ROUNDS.histories },
  );
});
