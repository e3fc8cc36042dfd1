import sharp from 'sharp';
import { MOST_PIXELS, openPicture } from './open-picture.ts';
import { renderShare, SHARE_HEIGHT } from './share.ts';

/** The widths of renditions, in pixels. */
const WIDTHS = [160, 240, 320, 480, 640, 800, 1080, 1200, 1600] as const;
export type Format = 'avif' | 'webp' | 'jpg';
/** The rendition for link previews. */
const SHARE_FILE = 'share.jpg';

export const MIME: Record<Format, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** The contents of a rendition's file name. */
export type RenditionName =
  | { kind: 'share'; width: number; format: 'jpg' }
  | { kind: 'width'; width: number; format: Format };

/** Reads the file name of a rendition ('640.avif', 'share.jpg'); null if there is no such rendition. */
export function readRenditionName(file: string): RenditionName | null {
  // In a link preview the picture is as high as the preview.
  if (file === SHARE_FILE) return { kind: 'share', width: SHARE_HEIGHT * 0.8, format: 'jpg' };
  const [, digits, format] = /^(\d{3,4})\.(avif|webp|jpg)$/.exec(file) ?? [];
  const width = WIDTHS.find((known) => String(known) === digits);
  return width ? { kind: 'width', width, format: format as Format } : null;
}

/**
 * Makes a rendition. Pictures are never enlarged.
 * @param quick - takes a sixth of the time and more bytes. Affects only AVIF.
 */
export const render = (
  original: Uint8Array,
  name: RenditionName,
  { quick = false } = {},
): Promise<Buffer> =>
  name.kind === 'share'
    ? renderShare(original)
    : renderWidth(original, name.width, name.format, quick);

function renderWidth(original: Uint8Array, width: number, format: Format, quick: boolean) {
  // The height limits originals that were stored before sides had a limit.
  const picture = openPicture(original).resize({
    width,
    height: MOST_SIDE,
    fit: 'inside',
    withoutEnlargement: true,
  });
  // The widest are for high-density screens, on which lower quality is not visible.
  const quality = width < 1080 ? 52 : 45;
  if (format === 'avif') return picture.avif({ quality, effort: quick ? 0 : 3 }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: 78, effort: 4 }).toBuffer();
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 80, mozjpeg: true }).toBuffer();
}

/** The error for bytes that are not a picture, or are damaged. `message` completes a sentence that begins with its name. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** The longest side of a WebP. A picture with a longer side has no renditions. */
const MOST_SIDE = 16_383;

/** The error for a picture with a side too long for any rendition. */
class TooLong extends UnreadablePicture {
  constructor(width: number, height: number) {
    const limit = MOST_SIDE.toLocaleString('en');
    super(`is ${width} × ${height} pixels: make both sides at most ${limit} pixels long`);
  }
}

/** The longer side, in pixels, at which the dominant colour is measured. */
const COLOUR_SIZE = 256;

/**
 * Decodes a picture to its end and returns its size in pixels, type and dominant colour (#rrggbb).
 * @throws UnreadablePicture with its cause.
 */
export async function measurePicture(
  bytes: Uint8Array,
): Promise<{ width: number; height: number; mime: string; color: string }> {
  const mime = kindOf(bytes);
  if (!mime) {
    throw new UnreadablePicture('is not a JPEG, PNG, WebP or AVIF: save it as one of them');
  }
  try {
    const picture = openPicture(bytes);
    const { width, height } = (await picture.metadata()).autoOrient;
    if (Math.max(width, height) > MOST_SIDE) throw new TooLong(width, height);
    // Only writing pixels fails reliably on a damaged picture; `stats` often succeeds.
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
    if (cause instanceof TooLong) throw cause;
    const large = String(cause).includes('pixel limit');
    const message = large
      ? `has more than ${MOST_PIXELS / 1_000_000} million pixels: make it smaller`
      : 'is damaged or cut short: save it again';
    throw new UnreadablePicture(message, { cause });
  }
}

/** Returns the type of a picture by its first bytes, whatever its name or header; null if it is not accepted. */
export function kindOf(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (head.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp';
  return /^ftyp(avif|avis)$/.test(head.slice(4)) ? 'image/avif' : null;
}
