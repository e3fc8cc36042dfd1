import sharp from 'sharp';

/** Widths that renditions are made in, in pixels. */
const WIDTHS = [160, 240, 320, 480, 640, 800, 1080, 1200, 1600] as const;
export type Format = 'avif' | 'webp' | 'jpg';
/** The rendition for link previews. */
export const SHARE_FILE = 'share.jpg';
const SHARE = { width: 1200, height: 630, limit: 250_000 };

export const MIME: Record<Format, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** A file name of a rendition, read; null when no such rendition is made. */
export function readRenditionName(
  file: string,
): { kind: 'share'; format: 'jpg' } | { kind: 'width'; width: number; format: Format } | null {
  if (file === SHARE_FILE) return { kind: 'share', format: 'jpg' };
  const [, digits, format] = /^(\d{3,4})\.(avif|webp|jpg)$/.exec(file) ?? [];
  const width = WIDTHS.find((known) => String(known) === digits);
  return width ? { kind: 'width', width, format: format as Format } : null;
}

/** The picture at a width, never larger than it is. */
export function renderWidth(original: string, width: number, format: Format): Promise<Buffer> {
  const picture = sharp(original).rotate().resize({ width, withoutEnlargement: true });
  // The largest are for dense screens, where a coarser step is not seen.
  const quality = width < 1080 ? 52 : 45;
  if (format === 'avif') return picture.avif({ quality, effort: 3 }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: 78, effort: 4 }).toBuffer();
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

/**
 * The picture for a link preview: 1200×630, the bottle whole, its backdrop carried on to both sides.
 * At most 250 kB, which WhatsApp still shows.
 */
export async function renderShare(original: string): Promise<Buffer> {
  const whole = await sharp(original)
    .rotate()
    .flatten({ background: '#ffffff' })
    .resize({ width: SHARE.width, height: SHARE.height, fit: 'inside' })
    .toBuffer({ resolveWithObject: true });
  const gapX = SHARE.width - whole.info.width;
  const gapY = SHARE.height - whole.info.height;
  const left = Math.floor(gapX / 2);
  const top = Math.floor(gapY / 2);
  const ground = await sharp(whole.data)
    .extend({ left, right: gapX - left, top, bottom: gapY - top, extendWith: 'copy' })
    .blur(14)
    .toBuffer();
  const composed = sharp(ground).composite([{ input: whole.data, left, top }]);
  for (const quality of [84, 76, 66, 55]) {
    const bytes = await composed.clone().jpeg({ quality, mozjpeg: true }).toBuffer();
    if (bytes.length <= SHARE.limit) return bytes;
  }
  return composed.jpeg({ quality: 40, mozjpeg: true }).toBuffer();
}

/** Bytes that are no picture, or a damaged one; `message` is the rest of a sentence that begins with its name. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** A picture of more pixels takes more memory than a shop's machine has to spare. */
const MOST_PIXELS = 50_000_000;

/** Pixels of the longer side from which the dominant colour is counted. */
const COLOUR_SIZE = 256;

/**
 * Size, type and dominant colour (#rrggbb) of a picture, which is read to its end.
 * @throws UnreadablePicture with its cause when it cannot be.
 */
export async function measurePicture(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; mime: string; color: string }> {
  const mime = kindOf(bytes);
  if (!mime) throw new UnreadablePicture('is no JPEG, PNG, WebP or AVIF: save it as one of them');
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS }).rotate();
    const { width, height } = (await picture.metadata()).autoOrient;
    // Only what writes pixels fails reliably on a damaged picture: every other time `stats` passes it.
    const { data, info } = await picture
      .resize(COLOUR_SIZE, COLOUR_SIZE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { dominant } = await sharp(data, { raw: info }).stats();
    const hex = [dominant.r, dominant.g, dominant.b].map((value) =>
      Math.round(value).toString(16).padStart(2, '0'),
    );
    return { width, height, mime, color: `#${hex.join('')}` };
  } catch (cause) {
    const large = String(cause).includes('pixel limit');
    const message = large
      ? `has more than ${MOST_PIXELS / 1_000_000} million pixels: make it smaller`
      : 'is damaged or cut short: save it again';
    throw new UnreadablePicture(message, { cause });
  }
}

/** What the first bytes say, whatever name or header the picture came under; null for what we do not take. */
function kindOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp';
  return /^ftyp(avif|avis)$/.test(head.slice(4)) ? 'image/avif' : null;
}
