import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newPictureServer } from '../picture-server.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';
import { hashesOf } from '../site-files.ts';

it('publishes renditions of pictures on another server, and renders a page again when they appear', async () => {
  const pictures = await newPictureServer([480, 600]);
  const backend = await newBackend(4);
  for (const product of backend.products) product.images = [`${pictures.origin}/${product.id}.jpg`];
  const publisher = await newPublisher(backend, { PICTURE_HOSTS: pictures.origin });
  const { live } = publisher.folders;
  const page = (name: string) => readFile(join(live, `${name}.html`), 'utf8');

  const first = await publisher.publish({ pictureMs: 0 });
  expect(first.pictures).toMatchObject({ ready: 0, waiting: 4 });
  expect(await page('products/scent-00001')).not.toContain('/renditions/');

  const second = await publisher.publish();
  expect(second.pictures).toMatchObject({ ready: 4, made: 4, waiting: 0 });
  expect(second.swapped).toBe(true);
  for (const name of ['products', 'products/scent-00001']) {
    const html = await page(name);
    const [, file = ''] = /srcset="\/(renditions\/\w+-540\.avif) 540w/.exec(html) ?? [];
    expect(existsSync(join(live, file)), name).toBe(true);
  }
  const html = await page('products/scent-00001');
  const shown = /<meta property="og:image" content="([^"]*)"/.exec(html);
  expect(shown?.[1]).toBe(`${pictures.origin}/scent-00001.jpg`);
  expect(html).toContain(`"image":["${pictures.origin}/scent-00001.jpg"]`);

  expect(pictures.asked).toHaveLength(4);

  const incremental = hashesOf(live);
  await publisher.publish({ full: true });
  expect(hashesOf(live)).toEqual(incremental);
});
