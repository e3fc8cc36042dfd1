import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Product } from '#contract/product.ts';
import { readFragrances } from '#demo/fragrance-files.ts';
import { pageBytes } from '#domain/products/page-weight.ts';
import { describeContents, describeStatus } from '#publisher/descriptions.ts';
import type { Publisher } from '#publisher/publisher.ts';
import { releasesOf } from '#publisher/release/folders.ts';
import { readStatus } from '#publisher/status.ts';
import { type TestBackend, testProduct } from '../backend.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';

const fragrances = await readFragrances();
/** Returns this many letters of the demo's texts. */
const story = (letters: number) =>
  fragrances
    .map(({ description }) => description)
    .join(' ')
    .slice(0, letters)
    .trim();

const hash = (number: number) =>
  Array.from({ length: 5 }, (_, part) => ((number + 1) * 1e9 * (part + 3)).toString(16).slice(-8))
    .join('')
    .padStart(40, '0');

/** Returns a product with the most that a merchant may write. */
const heaviest = (product: Product): Product => ({
  ...product,
  description: story(5000),
  tags: Array.from({ length: 40 }, (_, index) => `a tag of number ${index}`),
  images: Array.from({ length: 12 }, (_, index) => `/media/${hash(index)}/1200.jpg`),
  pictures: Array.from({ length: 12 }, () => ({ width: 800, height: 1000, color: '#aabbcc' })),
});

const change = (backend: TestBackend, at: number, how: (product: Product) => Product) => {
  backend.products = backend.products.map((each, index) => (index === at ? how(each) : each));
};

/** Returns the output of `npm run publisher -- status`. */
const statusOf = async (publisher: Publisher) =>
  describeStatus(
    await publisher.live(),
    await readStatus(publisher.folders),
    await releasesOf(publisher.folders),
  );

it('publishes 5,000 letters, 40 tags and 12 pictures, and reports the heavy page until it is lighter', async () => {
  const backend = await newBackend(12);
  change(backend, 3, heaviest);
  const publisher = await newPublisher(backend);
  const report = await publisher.publish();
  const { id } = testProduct(3);
  expect(report.heavy).toMatchObject({ count: 1, heaviest: [{ file: `products/${id}.html` }] });
  const bytes = report.heavy?.heaviest[0]?.bytes ?? 0;
  const named = `Heavy page: /products/${id}, HTML with CSS takes ${bytes.toLocaleString('en')} bytes of 14,336.`;
  expect(describeContents(report)).toContain(named);
  expect(await statusOf(publisher)).toContain(named);
  const { description, tags, pictures = [] } = heaviest(testProduct(3));
  // The import's estimate before anything is built.
  const told = pageBytes({
    text: description.length,
    tags: tags.length,
    pictures: pictures.length,
  });
  expect(Math.abs(told - bytes)).toBeLessThan(bytes / 8);

  const html = await readFile(join(publisher.folders.live, `products/${id}.html`), 'utf8');
  const folded = html.indexOf('<details><summary><span>Read more');
  const text = description.split(/\s+/);
  expect(folded).toBeGreaterThan(html.indexOf(text[50] ?? '-'));
  expect(html.indexOf(`${text.at(-2)} ${text.at(-1)}</p>`, folded)).toBeGreaterThan(folded);

  expect(html).toContain('<summary>28 more tags</summary>');

  // It is still named when another page has changed, and when none has.
  change(backend, 1, (each) => ({ ...each, price: each.price + 500 }));
  expect(await publisher.publish()).toMatchObject({ swapped: true, heavy: report.heavy });
  expect(await publisher.publish()).toMatchObject({ swapped: false, heavy: report.heavy });
  expect(await statusOf(publisher)).toContain(named);
  change(backend, 3, (each) => ({ ...each, description: 'Rose.', images: [], tags: ['rose'] }));
  expect((await publisher.publish()).heavy).toEqual({ count: 0, heaviest: [] });
  expect(await statusOf(publisher)).not.toContain('Heavy page');
});

it('leaves out products that cannot have a page, says so, and publishes the others', async () => {
  const backend = await newBackend(60);
  const odd: [at: number, is: Partial<Product>][] = [
    [0, { id: 'rose/oud' }],
    [1, { id: '..' }],
    [2, { id: 'ọ'.repeat(100) }],
    [3, { id: '50%' }],
    [4, { id: 'rosé et oud' }],
    [5, { id: 'no#5?' }],
    [6, { images: ['/uploads/own.jpg'] }],
    [7, { images: ['http://[', '/media/a/1200.jpg'] }],
    [8, { name: 'Half \ud83d', brand: 'Half \ud83d', tags: ['\udc90'] }],
    [9, { description: story(20_000) }],
  ];
  for (const [at, is] of odd) {
    change(backend, at, (each) => ({ ...each, ...is, ...(is.id && { _id: is.id }) }));
  }
  const publisher = await newPublisher(backend);
  const report = await publisher.publish();
  expect(report.skipped.map(({ name }) => name).toSorted()).toEqual(
    ['..', '50%', 'rose/oud', 'ọ'.repeat(100)].toSorted(),
  );
  expect(report.products).toBe(56);
  expect(describeContents(report)).toContainEqual(
    'Left out: rose/oud. id: got "rose/oud", wanted an id that can be part of an address',
  );
  const page = (name: string) =>
    readFile(join(publisher.folders.live, `products/${name}.html`), 'utf8');
  expect(await page('rosé et oud')).toContain('Scent 4');
  expect(await page('no#5?')).toContain('Scent 5');
  expect(await page(testProduct(7).id)).toContain('/media/a/');
  expect(await page(testProduct(8).id)).toContain('Half �');
});
