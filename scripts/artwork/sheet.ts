// Makes contact sheets of the demo's pictures: every product at 160 px (`products.png`), the views of one bottle of each
// family (`views.png`) and three pictures of each scene (`scenes.png`) at 600 px.
// node scripts/artwork/sheet.ts FOLDER [products|views|scenes...]
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { composeShot, frameName, type Shot } from '#demo/artwork/views.ts';
import { type DemoFragrance, readFragrances } from '#demo/fragrance-files.ts';
import { pictureOf, recipeOf } from '#demo/gallery.ts';

const GAP = 4;

/** Lays pictures side by side in rows, in the given order, but composes them frame by frame. */
async function sheet(file: string, shots: Shot[], width: number, columns: number): Promise<void> {
  const height = (width * 5) / 4;
  const frameOf = (at: number) => frameName(shots[at] as Shot);
  const order = [...shots.keys()].sort((a, b) => frameOf(a).localeCompare(frameOf(b)));
  const laid: OverlayOptions[] = [];
  for (const at of order) {
    const picture = await composeShot(shots[at] as Shot);
    laid.push({
      input: await sharp(picture).resize(width, height, { fit: 'fill' }).png().toBuffer(),
      left: (at % columns) * (width + GAP),
      top: Math.floor(at / columns) * (height + GAP),
    });
  }
  const rows = Math.ceil(shots.length / columns);
  await sharp({
    create: {
      width: Math.min(columns, shots.length) * (width + GAP) - GAP,
      height: rows * (height + GAP) - GAP,
      channels: 3,
      background: '#ffffff',
    },
  })
    .composite(laid)
    .png()
    .toFile(file);
  console.log(file);
}

/** The best-sellers of each group. */
function first(fragrances: DemoFragrance[], group: (one: DemoFragrance) => string, count = 1) {
  const groups = Object.values(Object.groupBy(fragrances, group));
  return groups.flatMap((all = []) => all.toSorted((a, b) => b.sold - a.sold).slice(0, count));
}

const [folder = '.', ...which] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const fragrances = await readFragrances();
const wanted = (name: string) => which.length === 0 || which.includes(name);
if (wanted('products')) {
  const shots = fragrances.map((fragrance) => pictureOf({ fragrance, shown: 'front' }));
  await sheet(join(folder, 'products.png'), shots, 160, 13);
}
if (wanted('views')) {
  const shots = first(fragrances, (fragrance) => recipeOf(fragrance).bottle.family).flatMap(
    (fragrance) =>
      (['front', 'threequarter', 'detail'] as const).map((shown) =>
        pictureOf({ fragrance, shown }),
      ),
  );
  await sheet(join(folder, 'views.png'), shots, 600, 6);
}
if (wanted('scenes')) {
  const scenes = fragrances.map((fragrance) => ({ fragrance, shown: 'scene' as const }));
  const of = (fragrance: DemoFragrance) => {
    const shot = pictureOf({ fragrance, shown: 'scene' });
    return 'scene' in shot ? shot.scene.scene : '';
  };
  const few = first(
    scenes.map(({ fragrance }) => fragrance),
    of,
    3,
  );
  await sheet(
    join(folder, 'scenes.png'),
    few.map((fragrance) => pictureOf({ fragrance, shown: 'scene' })),
    600,
    6,
  );
}
