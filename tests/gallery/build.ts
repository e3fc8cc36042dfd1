import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'astro';
import { root } from '#process/root.ts';
import { leanPolicy } from '#server/page-policy.ts';
import { galleryPages } from './integration.ts';
import { NOW } from './state.ts';

/** The gallery's output, which git ignores. */
export const GALLERY = join(root, '.gallery');
/** The built site. */
export const SITE = join(GALLERY, 'site');
const KEY = join(GALLERY, 'built-from');

/** The sources of the built pages. */
const SOURCES = [
  'astro.config.mjs',
  'package-lock.json',
  'src/demo/shop/**',
  'tests/gallery/build.ts',
  'src/config/**',
  'src/contract/**',
  'src/domain/**',
  'src/look/**',
  'src/server/**',
  'src/site/**',
  'tests/gallery/api/**',
  'tests/gallery/data/**',
  'tests/gallery/integration.ts',
  'tests/gallery/pages/**',
  'tests/gallery/pictures.ts',
];

async function keyOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of globSync(SOURCES, { cwd: root }).sort()) {
    const path = join(root, file);
    if ((await stat(path)).isFile()) hash.update(`${file}\0`).update(await readFile(path));
  }
  return hash.digest('hex');
}

/**
 * Builds the site from the gallery's API at `api`, with the pages of single components in addition.
 * @returns false if nothing has changed since the last build.
 */
export async function buildGallery(api: string): Promise<boolean> {
  const key = await keyOfSources();
  if ((await readFile(KEY, 'utf8').catch(() => '')) === key) return false;
  for (const old of [KEY, SITE]) await rm(old, { recursive: true, force: true });
  Object.assign(process.env, {
    ASTRO_TELEMETRY_DISABLED: '1',
    API_URL: api,
    SITE_URL: 'https://turare.example',
    BUILD_TIME: String(NOW),
    PUBLIC_API_URL: '',
    PUBLIC_IMAGE_URL: '',
    PUBLIC_PAYMENT_HOSTS: 'checkout.paystack.com',
  });
  await build({ root, outDir: SITE, logLevel: 'error', integrations: [galleryPages()] });
  // The publisher does the same (src/publisher/build/render.ts).
  for (const file of globSync(`${SITE}/**/*.html`)) {
    await writeFile(file, leanPolicy(await readFile(file, 'latin1')), 'latin1');
  }
  await writeFile(KEY, key);
  return true;
}
