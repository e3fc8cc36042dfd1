// Makes the icons of the web manifest from the demo's favicon.svg, and the shop's link preview from the hero picture.
// node scripts/icons/main.ts
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const svg = await readFile(at('public/favicon.svg'));
/** The background of the icon, as in the SVG. */
const GROUND = '#27170d';
/** A mask may cut off everything but the middle 80 % (W3C manifest, maskable icons). */
const SAFE = 0.8;

const mark = (size: number) => sharp(svg, { density: (72 * size) / 32 }).resize(size, size);

for (const size of [192, 512]) {
  await mark(size)
    .png({ palette: true })
    .toFile(at(`public/icon-${size}.png`));
}
const inner = Math.round(512 * SAFE);
const rim = (512 - inner) / 2;
await mark(inner)
  .extend({
    top: Math.floor(rim),
    bottom: Math.ceil(rim),
    left: Math.floor(rim),
    right: Math.ceil(rim),
    background: GROUND,
  })
  .png({ palette: true })
  .toFile(at('public/icon-maskable-512.png'));

await sharp(at('src/demo/shop/pictures/hero.jpg'))
  .resize(1200, 630, { fit: 'cover', position: 'center' })
  .jpeg({ quality: 80, mozjpeg: true })
  .toFile(at('public/share.jpg'));
