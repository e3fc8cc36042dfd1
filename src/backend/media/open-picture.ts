import sharp, { type Sharp } from 'sharp';

/** Larger pictures take too much memory to decode. */
export const MOST_PIXELS = 50_000_000;

/**
 * Opens a picture, upright, to be decoded. It fails if the file is cut short or its pixels are damaged. By default sharp also
 * fails at what decoders only warn of: many Samsung phones write such a byte into each photo.
 */
export const openPicture = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS }).autoOrient();
