import sharp from 'sharp';
import { expect, it } from 'vitest';
import { product } from '../../contract/shop.harness.ts';
import { openOfficeSite } from '../office-site.harness.ts';

/** Changes of products, from the form to the shopper's page. Prints how long each took. */
const PAGE = 'products/p0.html';
const OFFICE = '/admin/products/p0';

/** Makes a photo of 12 million pixels with the grain of a camera, rotated. */
async function photo(): Promise<File> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const bytes = await sharp({ create: { width: 4000, height: 3000, channels: 3, noise } as never })
    .blur(0.8)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'IMG_0001.jpg', { type: 'image/jpeg' });
}

it('a new price and a photo of a phone are on the page of their product', async () => {
  const products = Array.from({ length: 100 }, (_, at) => product({ id: `p${at}` }));
  const { shop, read, shows, settled } = await openOfficeSite(products);
  const owner = await shop.signIn('owner', 'Ada');
  const took = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return `${((performance.now() - began) / 1000).toFixed(1)} s`;
  };

  const prices = [];
  for (const price of [11_100, 12_200, 13_300, 14_400, 15_500]) {
    const seconds = await took(async () => {
      await owner.submit(OFFICE, OFFICE, { price: String(price) });
      await shows(PAGE, `₦${price.toLocaleString('en')}`);
    });
    prices.push(seconds);
    await settled();
  }
  expect(await read(PAGE)).not.toContain('/media/');

  const photos = [await photo()];
  const picture = await took(async () => {
    const seen = await owner.submit(OFFICE, `${OFFICE}/pictures`, { photos });
    expect(seen.text).toContain('Pictures saved.');
    await shows(PAGE, /\/media\/[^"]+/);
  });
  console.log(
    `A price is on its page after ${prices.join(', ')}; a photo of ${((photos[0]?.size ?? 0) / 1e6).toFixed(1)} MB after ${picture}`,
  );
  const [file = ''] = /\/media\/[^" ,]+\/\d+\.webp/.exec(await read(PAGE)) ?? [];
  const rendition = await shop.app.request(file);
  const { width = 0, height = 0 } = await sharp(
    Buffer.from(await rendition.arrayBuffer()),
  ).metadata();
  expect(height).toBeGreaterThan(width);
});
