import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Publisher } from '#publisher/publisher.ts';
import { isCompressed } from '#publisher/release/compression.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';
import { hashesOf } from '../site-files.ts';

const facts = { width: 800, height: 1000, color: '#aabbcc' };
const release = async (publisher: Publisher) =>
  join(publisher.folders.releases, (await publisher.live())?.name ?? '');

it('says only on its page what a picture shows', async () => {
  const backend = await newBackend(12);
  const [bottle] = backend.products;
  if (!bottle) throw new Error('There is no product');
  bottle.images = ['/media/a/1200.jpg', '/media/b/1200.jpg'];
  bottle.pictures = [{ ...facts, alt: 'Amber glass, gold cap' }, facts];
  const publisher = await newPublisher(backend);
  await publisher.publish();
  const file = `products/${bottle.id}.html`;
  const page = async () => readFileSync(join(await release(publisher), file), 'utf8');
  expect(await page()).toContain('alt="Amber glass, gold cap"');
  expect(await page()).toContain(`alt="${bottle.name}, picture 2"`);

  const before = hashesOf(await release(publisher));
  bottle.pictures = [{ ...facts, alt: 'A green bottle' }, facts];
  await publisher.publish();
  expect(await page()).toContain('alt="A green bottle"');
  const after = hashesOf(await release(publisher));
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(changed.filter((name) => !isCompressed(name))).toEqual([file]);
});
