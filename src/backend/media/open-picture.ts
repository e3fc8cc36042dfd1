import sharp, { type Sharp } from 'sharp';

/** The most pixels of a picture. Larger ones take too much memory to decode. */
export const MOST_PIXELS = 50_000_000;

/**
 * Opens a picture, upright, for decoding. Fails if the file is cut short or its pixels are damaged. By default sharp also
 * fails on mere warnings, and many Samsung phones write a byte into each photo that causes one.
 */
export const openPicture = (bytes: Uint8Array): Sharp =>
  sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS }).autoOrient();
