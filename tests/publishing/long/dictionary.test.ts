import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Publisher } from '#publisher/publisher.ts';
import { PUBLICATION_LIMIT } from '../../rounds.ts';
import { TODAY, testProduct } from '../backend.ts';
import { newBackend, newPublisher } from '../publisher.harness.ts';

/** How long the dictionary of a site stays, and which pages a change encodes again. */

const filesOf = async ({ folders }: Publisher, ending: string) =>
  (await readdir(`${folders.live}/`, { recursive: true }))
    .filter((file) => file.endsWith(ending))
    .sort();

/** The live release's dictionary: its name and its bytes. */
async function dictionaryOf(publisher: Publisher) {
  const folder = join(publisher.folders.live, 'dictionaries');
  const names = (await readdir(folder)).filter((file) => file.endsWith('.txt'));
  expect(names, 'dictionaries of a release').toHaveLength(1);
  const name = names[0] ?? '';
  return { name: name.replace('.txt', ''), bytes: await readFile(join(folder, name)) };
}

/** The inode of each delta, by page. */
async function deltasOf(publisher: Publisher): Promise<Record<string, number>> {
  const { name } = await dictionaryOf(publisher);
  const deltas: Record<string, number> = {};
  for (const file of await filesOf(publisher, '.dcz')) {
    expect(file).toContain(`.html.${name}.dcz`);
    deltas[file.replace(`.${name}.dcz`, '')] = (await stat(join(publisher.folders.live, file))).ino;
  }
  return deltas;
}

it('stays while only products change, and changes with the frame', {
  timeout: 5 * PUBLICATION_LIMIT,
}, async () => {
  const backend = await newBackend(12);
  const publisher = await newPublisher(backend);
  await publisher.publish({ time: TODAY });
  const [dictionary, deltas] = [await dictionaryOf(publisher), await deltasOf(publisher)];
  expect(Object.keys(deltas).sort()).toEqual(await filesOf(publisher, '.html'));
  for (const page of Object.keys(deltas)) {
    const whole = await readFile(join(publisher.folders.live, page));
    const delta = await readFile(join(publisher.folders.live, `${page}.${dictionary.name}.dcz`));
    expect(
      zstdDecompressSync(delta.subarray(40), { dictionary: dictionary.bytes }).equals(whole),
    ).toBe(true);
  }
  // No product's words are in it, which would stay readable after the product is gone.
  expect(dictionary.bytes.toString()).not.toMatch(/scent-0|Scent \d/);
  expect(await filesOf(publisher, 'specimen.html')).toEqual([]);

  backend.products[3] = { ...testProduct(3), price: 77_700 };
  const { rewritten } = await publisher.publish({ time: TODAY + 1000 });
  expect((await dictionaryOf(publisher)).name).toBe(dictionary.name);
  const after = await deltasOf(publisher);
  const encoded = Object.keys(after).filter((page) => after[page] !== deltas[page]);
  expect(encoded).toContain('products/scent-00003.html');
  expect(encoded).toHaveLength(rewritten);

  // Every page shows the categories.
  backend.categories = ['Designer', 'Niche', 'Seasonal'];
  await publisher.publish({ time: TODAY + 2000 });
  const next = await dictionaryOf(publisher);
  expect(next.name).not.toBe(dictionary.name);
  expect(Object.keys(await deltasOf(publisher))).toEqual(Object.keys(deltas));
  // A page that is open in a browser still names the dictionary of its release.
  const pool = await readdir(join(publisher.folders.pool, 'dictionaries'));
  for (const { name } of [dictionary, next]) expect(pool).toContain(`${name}.txt`);
});

it('there is none for hosts that compress files themselves', {
  timeout: 2 * PUBLICATION_LIMIT,
}, async () => {
  const publisher = await newPublisher(await newBackend(3), { PRECOMPRESS: 'off' });
  await publisher.publish({ time: TODAY });
  for (const ending of ['.dcz', '_dictionary.json', 'specimen.html']) {
    expect(await filesOf(publisher, ending)).toEqual([]);
  }
  expect(await readFile(join(publisher.folders.live, '_nginx.conf'), 'utf8')).not.toContain('dcz"');
});
