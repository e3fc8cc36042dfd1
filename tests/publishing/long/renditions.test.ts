import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shop } from '#config/shop.ts';
import { root } from '#process/root.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';

test('all renditions of the site’s own pictures are kept, and no others', async () => {
  // A brand without products has no tile, and no picture.
  const backend = await newBackend(shop.brands.length);
  backend.products = backend.products.map((product, at) => ({
    ...product,
    brand: shop.brands[at],
  }));
  // A category without products has no banner.
  backend.categories = ['Arabian', 'Gift Sets', 'Niche', 'Oils'];
  const publisher = await newPublisher(backend);
  await publisher.publish();
  // A rendition's name holds two hashes, an original's name one.
  const pictures = (folder: string) =>
    readdirSync(folder).filter((file) => /\.[\w-]{9,}\.(avif|webp|jpg)$/.test(file));
  const kept = pictures(join(root, 'src/site/artwork/renditions'));
  // After a change: delete superfluous ones, and copy missing ones from node_modules/.astro/assets.
  expect(kept).toEqual(pictures(join(publisher.folders.live, '_assets')));
});
