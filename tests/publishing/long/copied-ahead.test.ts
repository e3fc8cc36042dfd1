import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Publisher } from '#publisher/publisher.ts';
import { PUBLICATION_LIMIT } from '../../rounds.ts';
import { TODAY } from '../backend.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';
import { hashesOf } from '../site-files.ts';

const shown = ({ folders }: Publisher) => hashesOf(join(folders.root, readlinkSync(folders.live)));

it('a release equals a clean build, whichever release was copied before its request', {
  timeout: 8 * PUBLICATION_LIMIT,
}, async () => {
  const backend = await newBackend(30);
  const publisher = await newPublisher(backend);
  const time = TODAY;
  const settings = { API_URL: backend.url, SITE_URL: 'https://shop.example' };
  const other = new Publisher({ folder: publisher.folders.root, settings });
  const price = (index: number, naira: number) => {
    const product = backend.products[index];
    if (!product) throw new Error('The backend has no such product.');
    backend.products[index] = { ...product, price: naira };
  };
  await publisher.publish({ time });
  const first = shown(publisher);

  // The waiting process has copied the first release, and the second one changes a page and drops another.
  await publisher.makeReady();
  price(3, 4321);
  backend.products.pop();
  await other.publish({ time });
  const second = shown(publisher);
  price(5, 9876);
  await publisher.publish({ time });

  const clean = await newPublisher(backend);
  await clean.publish({ time });
  expect(shown(publisher)).toEqual(shown(clean));
  // Releases share files. No earlier one has changed.
  expect(hashesOf(join(publisher.folders.releases, '000001'))).toEqual(first);
  expect(hashesOf(join(publisher.folders.releases, '000002'))).toEqual(second);
});
