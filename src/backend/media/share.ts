import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { shop } from '#config/shop.ts';
import { openPicture } from './open-picture.ts';

const WIDTH = 1200;
export const SHARE_HEIGHT = 630;
/** The most bytes that WhatsApp shows. */
const LIMIT = 250_000;
/** The pixels at an edge over which the picture fades into the background. */
const FADE = 90;
/** The pixels between the shop's name and the corner. */
const MARGIN = 48;
const FONT = fileURLToPath(new URL('../../look/fonts/brygada-500.ttf', import.meta.url));
/** The colours of src/look/tokens.css: `ink` on a light background, `paper` on a dark one. */
const INK = '#27170d';
const PAPER = '#f7f1e6';

/**
 * Renders a picture for link previews: 1200×630 pixels, the whole picture, its backdrop extended to both sides without a
 * seam, and the shop's name in the corner. At most 250 kB.
 */
export async function renderShare(original: Uint8Array): Promise<Buffer> {
  const whole = await openPicture(original)
    .flatten({ background: '#ffffff' })
    .resize({ width: WIDTH, height: SHARE_HEIGHT, fit: 'inside' })
    .toBuffer({ resolveWithObject: true });
  const gapX = WIDTH - whole.info.width;
  const gapY = SHARE_HEIGHT - whole.info.height;
  const left = Math.floor(gapX / 2);
  const top = Math.floor(gapY / 2);
  // Beyond an edge its colours continue, blurred so that they show no lines.
  const ground = await sharp(whole.data)
    .extend({ left, right: gapX - left, top, bottom: gapY - top, extendWith: 'copy' })
    .blur(40)
    .toBuffer();
  const faded = await sharp(whole.data)
    .composite([{ input: edges(whole.info, left > 0, top > 0), blend: 'dest-in' }])
    .png()
    .toBuffer();
  const scene = await sharp(ground)
    .composite([{ input: faded, left, top }])
    .toBuffer();
  const composed = sharp(scene).composite([await nameOn(scene)]);
  for (const quality of [84, 76, 66, 55]) {
    const bytes = await composed.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (bytes.length <= LIMIT) return bytes;
  }
  return composed.jpeg({ quality: 40, mozjpeg: true }).toBuffer();
}

/** Returns a mask that is opaque except at the edges that meet the background. */
function edges(
  { width, height }: { width: number; height: number },
  sides: boolean,
  ends: boolean,
) {
  const stops = (length: number) => {
    const part = Math.min(0.5, FADE / length);
    return `<stop offset="0" stop-opacity="0"/><stop offset="${part}"/><stop offset="${1 - part}"/><stop offset="1" stop-opacity="0"/>`;
  };
  const along = sides
    ? `x2="1" y2="0">${stops(width)}`
    : ends
      ? `x2="0" y2="1">${stops(height)}`
      : '><stop offset="0"/>';
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g" ${along}</linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
  );
}

/** Draws the shop's name, light or dark to suit its corner of the picture. */
async function nameOn(scene: Buffer) {
  const draw = (colour: string) =>
    sharp({
      text: {
        text: `<span foreground="${colour}">${inMarkup(shop.name)}</span>`,
        // The comma ends the family name, which includes 'Medium'.
        font: 'Brygada 1918 Medium, 46',
        fontfile: FONT,
        width: 400,
        dpi: 72,
        rgba: true,
      },
    })
      .png()
      .toBuffer({ resolveWithObject: true });
  const { info } = await draw(INK);
  const place = { left: MARGIN, top: SHARE_HEIGHT - MARGIN - info.height };
  const { channels } = await sharp(scene)
    .extract({ ...place, width: info.width, height: info.height })
    .stats();
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean);
  const isDark = red * 0.299 + green * 0.587 + blue * 0.114 < 128;
  const { data: input } = await draw(isDark ? PAPER : INK);
  return { input, ...place };
}

/** Escapes text for Pango's markup. */
const inMarkup = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
