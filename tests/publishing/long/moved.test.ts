import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PUBLICATION_LIMIT } from '../../rounds.ts';
import { TODAY, testProduct } from '../backend.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';

/** Retired products and moved addresses in a release. */

it('keeps the page of a retired product, and nothing else of it', {
  timeout: 4 * PUBLICATION_LIMIT,
}, async () => {
  const backend = await newBackend(12);
  const publisher = await newPublisher(backend);
  const read = (file: string) => readFile(join(publisher.folders.live, file), 'utf8');
  // The only one of its brand, and similar to another.
  backend.products[3] = { ...testProduct(3), brand: 'Gone', name: 'Gone Scent 3', price: 77_700 };
  await publisher.publish({ time: TODAY });
  expect(await read('brands/gone.html')).toContain('Gone');
  expect(await read('products/scent-00003.html')).toContain('ADD TO CART');

  backend.products[3] = { ...backend.products[3], retired: true, qtyAvailable: 0 };
  await publisher.publish({ time: TODAY + 1000 });
  const page = await read('products/scent-00003.html');
  expect(page).toContain('We no longer sell this fragrance.');
  expect(page).toContain('You may also like');
  expect(page).toContain('https://schema.org/Discontinued');
  for (const word of ['ADD TO CART', 'BUY NOW', '77,700</', 'brands/gone"', 'noindex']) {
    expect(page).not.toContain(word);
  }
  const others = ['products.html', 'index.html', 'brands.html', 'sitemap.xml'];
  for (const file of others) expect(await read(file)).not.toMatch(/scent-00003|Gone/);
  for (let n = 0; n < 12; n++) {
    const id = testProduct(n).id;
    if (n !== 3) expect(await read(`products/${id}.html`)).not.toContain('scent-00003');
  }
  await expect(read('brands/gone.html')).rejects.toThrow('ENOENT');
});

it('writes redirects for every host, as long as they lead to a page', {
  timeout: 4 * PUBLICATION_LIMIT,
}, async () => {
  const backend = await newBackend(3);
  const publisher = await newPublisher(backend);
  const read = (file: string) => readFile(join(publisher.folders.live, file), 'utf8');
  backend.redirects = [
    { from: '/products/old', to: '/products/scent-00001' },
    { from: '/brands/old', to: '/brands/dior' },
    { from: '/categories/old/2', to: '/categories/niche' },
    { from: '/categories/lost', to: '/categories/none' },
    // The target is hidden, and the address belongs to a product again.
    { from: '/products/lost', to: '/products/hidden' },
    { from: '/products/scent-00002', to: '/products/scent-00001' },
  ];
  await publisher.publish({ time: TODAY });
  const wanted = {
    '/products/old': '/products/scent-00001',
    '/brands/old': '/brands/dior',
    '/categories/old/2': '/categories/niche',
  };
  expect(JSON.parse(await read('_moved.json'))).toEqual(wanted);
  const redirects = await read('_redirects');
  const nginx = await read('_nginx.conf');
  for (const [from, to] of Object.entries(wanted)) {
    expect(redirects).toContain(`${from} ${to} 301\n`);
    expect(nginx).toContain(`location = "${from}" {\n  return 301 ${to}$is_args$args;`);
  }
  for (const file of [redirects, nginx]) expect(file).not.toMatch(/lost|scent-00002/);

  // Only the redirects have changed: the rules follow, and no page is made again.
  backend.redirects = backend.redirects.slice(1);
  expect(await publisher.publish({ time: TODAY + 1000 })).toMatchObject({
    rewritten: 0,
    swapped: true,
  });
  const { '/products/old': gone, ...kept } = wanted;
  expect(JSON.parse(await read('_moved.json'))).toEqual(kept);
});
