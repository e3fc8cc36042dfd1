import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFragrances } from '#demo/fragrance-files.ts';
import { Publisher } from '#publisher/publisher.ts';
import { idOf } from '../../second-backend/api/state.ts';
import { FAULTS } from '../../second-backend/changes/faults.ts';
import { QUIRKS } from '../../second-backend/changes/quirks.ts';
import { startSecondBackend } from '../../second-backend/start.ts';

/** The second backend has the products of the demo, each in one size. */
const DEMO = await readFragrances();
const GIFT_SETS = DEMO.filter(({ categories }) => categories.includes('Gift Sets'));
/** The origin of pictures in pages, so that a page stays the same when the next backend has other ports. */
const PICTURES = 'http://127.0.0.1:9';

let folder = '';
/** One folder for all, so only changed pages are rendered, and every build takes seconds. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turare-foreign-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Publishes the site of a backend with changes. */
async function publish(options: Parameters<typeof startSecondBackend>[0]) {
  const backend = await startSecondBackend({ ...options, picturesAt: PICTURES });
  const publisher = new Publisher({
    folder,
    settings: {
      API_URL: backend.url,
      SITE_URL: 'https://shop.example',
      PUBLIC_API_URL: 'https://api.example',
    },
  });
  try {
    await publisher.publish();
  } finally {
    await publisher.close();
    await backend.stop();
  }
  const page = (path: string) => {
    const file = join(publisher.folders.live, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const products = (await readdir(join(publisher.folders.live, 'products'))).filter((file) =>
    /^[0-9a-f]{24}\.html$/.test(file),
  );
  return { page, products };
}

test.each(QUIRKS.filter(({ build }) => build))('the build copes: $name', async (quirk) => {
  const { page, products } = await publish({ quirks: [quirk] });
  expect(products).toHaveLength(DEMO.length);
  const oud = page(`products/${idOf('Tom Ford Oud Wood')}.html`);
  expect(oud).toContain('Tom Ford Oud Wood');
  expect(oud).toMatch(/₦[\d,]+/);
  expect(page('brands/tom-ford.html')).toContain('Oud Wood');
  expect(page('brands/tom-ford.html')).not.toContain('Khamrah');
  expect(page('categories/gift-sets.html')).toContain(`${GIFT_SETS.length} fragrances`);
  expect(page('categories/gift-sets.html')).not.toContain('Khamrah');
});

test('a product without pictures says so, and has no empty picture', async () => {
  const quirks = QUIRKS.filter(({ name }) => name.startsWith('no picture'));
  const { page } = await publish({ quirks });
  const oud = page(`products/${idOf('Tom Ford Oud Wood')}.html`);
  expect(oud).toContain('No image available');
  expect(oud).not.toMatch(/<img[^>]*src=""/);
});

test('the privacy page claims nothing that is true only of the shop’s own API', async () => {
  const { page } = await publish({});
  const privacy = page('privacy.html');
  expect(privacy).toContain('Your rights');
  expect(privacy).not.toMatch(
    /argon2id|fingerprint|login ends after|network address|only as hashes|Download my data/,
  );
});

/** Single faults in data of every product page. */
const NAMED = FAULTS.filter(
  ({ call, field }) => call === 'GET /api/product' && ['price', 'name', '_id'].includes(field),
);
test.each(NAMED)('the build names the field: $name', async (fault) => {
  await expect(publish({ fault })).rejects.toThrow(fault.field.replace(/^_/, ''));
});
