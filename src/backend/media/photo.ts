import PQueue from 'p-queue';
import { LARGEST_PICTURE } from './download.ts';
import { MOST_PIXELS, openPicture } from './open-picture.ts';
import { kindOf, UnreadablePicture } from './rendering.ts';

/** The longer side of a stored photo, in pixels: one and a half times the widest rendition. */
const LONGEST_SIDE = 2400;
/** The quality is high enough that the renditions, which are compressed again, do not show it. */
const QUALITY = 88;

/** A photo of 50 million pixels takes 150 MB while it is read. */
const queue = new PQueue({ concurrency: 1 });

/**
 * Prepares a photo from a phone for the shop: upright, at most 2,400 pixels long, in sRGB, and redrawn, so that only the
 * visible picture remains. Cameras add the place, time and device, and some phones append a video.
 * @throws UnreadablePicture
 */
export async function preparePhoto(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length === 0) throw new UnreadablePicture('is empty: choose it again');
  if (bytes.length > LARGEST_PICTURE) {
    throw new UnreadablePicture(
      `is larger than ${LARGEST_PICTURE / 1_000_000} MB: send a smaller one`,
    );
  }
  if (isHeic(bytes)) {
    throw new UnreadablePicture(
      'is a HEIC picture, which browsers cannot show: choose it from the photo library, which sends a JPEG, or set Camera → Formats → Most Compatible on the iPhone',
    );
  }
  if (!kindOf(bytes)) {
    throw new UnreadablePicture('is not a JPEG, PNG, WebP or AVIF: save it as one of them');
  }
  return queue.add(() => draw(bytes));
}

async function draw(bytes: Uint8Array): Promise<Buffer> {
  try {
    const photo = openPicture(bytes);
    const { hasAlpha } = await photo.metadata();
    // sharp keeps no metadata by default, and applies a colour profile before it drops it.
    const drawn = photo.resize({
      width: LONGEST_SIDE,
      height: LONGEST_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    });
    return hasAlpha
      ? await drawn.webp({ quality: QUALITY }).toBuffer()
      : await drawn.jpeg({ quality: QUALITY, mozjpeg: true }).toBuffer();
  } catch (cause) {
    const message = String(cause).includes('pixel limit')
      ? `has more than ${MOST_PIXELS / 1_000_000} million pixels: set the camera to fewer`
      : 'is damaged or cut short: take or save it again';
    throw new UnreadablePicture(message, { cause });
  }
}

/** The brands of HEIF files with HEVC, which is patented: no free program in this project can read it. */
const HEIC = /^ftyp(heic|heix|hevc|hevx|heim|heis|hevm|hevs|mif1|msf1)$/;

const isHeic = (bytes: Uint8Array): boolean =>
  HEIC.test(Buffer.from(bytes.subarray(4, 12)).toString('latin1'));
