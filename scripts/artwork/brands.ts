// Composes the pictures of the featured brands: the best-selling bottles of a brand on one stage.
// node scripts/artwork/brands.ts FOLDER [BRAND...]
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shop } from '#config/shop.ts';
import { readFragrances } from '#demo/fragrance-files.ts';
import { recipeOf } from '#demo/gallery.ts';
import { slug } from '#domain/slug.ts';
import { ensemble } from './ensemble.ts';

const WIDTH = 720;

/** Where two or three bottles stand, far ones first. */
const PLACES = {
  wide: [
    { view: 'threequarter', at: 0.33, scale: 0.62 },
    { view: 'front', at: 0.6, scale: 0.8 },
  ],
  three: [
    { view: 'threequarter', at: 0.25, scale: 0.68 },
    { view: 'front', at: 0.76, scale: 0.66 },
    { view: 'front', at: 0.5, scale: 0.88 },
  ],
} as const;

const [folder = '.', ...only] = process.argv.slice(2);
const fragrances = await readFragrances();
for (const brand of shop.brands) {
  if (only.length > 0 && !only.includes(brand)) continue;
  const loved = fragrances
    .filter((fragrance) => fragrance.brand === brand)
    .toSorted((a, b) => b.sold - a.sold);
  const places = PLACES[loved.length < 3 ? 'wide' : 'three'];
  // The best-seller stands in front, and its light is used for all.
  const shown = loved.slice(0, places.length).reverse().map(recipeOf);
  const mood = shown.at(-1)?.mood;
  if (!mood) throw new Error(`The demo has no fragrance of ${brand}`);
  const bytes = await ensemble(
    shown.map((recipe, i) => {
      const place = places[i] ?? places[0];
      return { recipe: { ...recipe, mood }, ...place };
    }),
    WIDTH,
  );
  const file = join(folder, `brand-${slug(brand)}.jpg`);
  await writeFile(`${file}.new`, bytes);
  await rename(`${file}.new`, file);
  console.log(file, Math.round(bytes.length / 1000), 'kB');
}
