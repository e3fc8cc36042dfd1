/** The characters that pages of the shop use: Latin-1, ₦, the letters of Hausa, Yoruba and Igbo, typographic marks. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

const LATIN_1 = range(0x20, 0x7e) + range(0xa0, 0xff);
const NIGERIA = '₦ẹẸọỌṣṢịỊụỤṅṄɓƁɗƊƙƘ';
const MARKS = '–—‘’“”…·×−';

export const CHARACTERS = [...new Set(LATIN_1 + NIGERIA + MARKS)];

/** The characters of nearly every page. The browser fetches the others only for a page that needs one. */
export const FIRST: readonly string[] = [...`${range(0x20, 0x7e)}\u00a0₦–—‘’“”…·×−éèêôâçÉÈÊÔÂÇ`];

/**
 * Further letters of Nigerian and French names: Yoruba and Igbo ones with dots and tones, Hausa ones with hooks. Nearly
 * every list of fifty fragrances has one.
 */
export const OF_NAMES: readonly string[] = [...'àáìíòóùúÀÁÌÍÒÓÙÚëïîûüËÏÎÛÜẹẸọỌṣṢịỊụỤṅṄɓƁɗƊƙƘ'];
