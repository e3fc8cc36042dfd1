import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesBelow } from '#process/files.ts';
import { root } from '#process/root.ts';
import { fingerprint } from './build/fingerprint.ts';
import { DECIDES, type SiteSettings, settingsFor, siteSchema } from './site-settings.ts';

/** Two values of every setting. */
const VALUES: Record<keyof SiteSettings, readonly [string, string]> = {
  API_URL: ['http://127.0.0.1:4320', 'http://127.0.0.1:4321'],
  SITE_URL: ['https://shop.example', 'https://www.shop.example'],
  SHOP_DIR: [join(root, 'src/demo/shop'), root],
  PUBLIC_API_URL: ['https://api.shop.example', 'https://api2.shop.example'],
  PUBLIC_PAYMENT_HOSTS: ['checkout.paystack.com', 'pay.shop.example'],
  PUBLIC_IMAGE_URL: ['https://cdn.example/{width}/{url}', 'https://cdn2.example/{width}/{url}'],
  PICTURE_HOSTS: ['pictures.example', 'photos.example'],
  SKIP_INVALID: ['true', 'false'],
  PRECOMPRESS: ['on', 'off'],
  OFFLINE: ['on', 'off'],
};

/** The settings that the publisher gives to a build, or shares with the API. None alone decides what a page shows. */
const GIVEN = [
  'PUBLISHER_SECRET',
  'BUILD_TIME',
  // A release stores the changes of staff, and pages are kept only if these are equal (publisher.ts).
  'SHOP_CHANGES',
  // Vite's: whether this is a build.
  'PROD',
];

const names = Object.keys(siteSchema.shape) as (keyof SiteSettings)[];
const first = siteSchema.parse(Object.fromEntries(names.map((name) => [name, VALUES[name][0]])));
const shopFolder = join(root, 'src/config');

it.each(names)('a changed %s decides what it says', async (name) => {
  const changed = siteSchema.parse({ ...first, [name]: VALUES[name][1] });
  const { [name]: _, ...absent } = first;
  const pages = (settings: SiteSettings) => fingerprint(settingsFor('pages', settings), shopFolder);
  const reading = (settings: SiteSettings) => settingsFor('reading', settings);
  for (const other of [changed, absent as SiteSettings]) {
    expect((await pages(other)) !== (await pages(first))).toBe(DECIDES[name] === 'pages');
    expect(JSON.stringify(reading(other)) !== JSON.stringify(reading(first))).toBe(
      DECIDES[name] === 'reading',
    );
  }
});

it('knows every setting that a build reads', () => {
  const config = readFileSync(join(root, 'astro.config.mjs'), 'utf8');
  const declared = [...config.matchAll(/^ {6}(\w+): envField/gm)].map(([, name]) => name);
  expect(declared.length).toBeGreaterThan(5);
  // The browser's values are in the pages.
  const shown = [...config.matchAll(/(\w+): envField\.\w+\(\{\s*context: 'client'/g)];
  expect(shown.map(([, name]) => name)).toEqual(expect.arrayContaining(['PUBLIC_API_URL']));
  for (const [, name] of shown) expect(DECIDES, name).toHaveProperty(name ?? '', 'pages');
  const files = ['src/site', 'src/config', 'src/contract', 'src/domain'].flatMap((folder) =>
    filesBelow(join(root, folder)).map((file) => readFileSync(join(root, folder, file), 'utf8')),
  );
  const read = [config, ...files].flatMap((source) =>
    [...source.matchAll(/(?:process\.env|import\.meta\.env)(?:\.(\w+)|\['(\w+)'\])/g)].map(
      ([, name, quoted]) => name ?? quoted,
    ),
  );
  expect(read).toContain('SITE_URL');
  const known = [...names, ...GIVEN];
  expect(
    [...new Set([...declared, ...read])].filter((name) => !known.includes(name ?? '')),
  ).toEqual([]);
});
