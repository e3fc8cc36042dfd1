/** What a page of the shop can hold: Latin-1, ₦, the letters of Hausa, Yoruba and Igbo, typographic marks. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

const LATIN_1 = range(0x20, 0x7e) + range(0xa0, 0xff);
const NIGERIA = '₦ẹẸọỌṣṢịỊụỤṅṄɓƁɗƊƙƘ';
const MARKS = '–—‘’“”…·×−';

export const CHARACTERS = [...new Set(LATIN_1 + NIGERIA + MARKS)];

/** What nearly every page holds: these come first, the others only with a page that needs one. */
export const FIRST: readonly string[] = [...`${range(0x20, 0x7e)}\u00a0₦–—‘’“”…·×éèêôâçÉÈÊÔÂÇ`];

/**
 * Letters of Nigerian and French names beyond those: Yoruba's and Igbo's with dots and tones, Hausa's with hooks. A list
 * of fifty fragrances hardly ever lacks one.
 */
export const OF_NAMES: readonly string[] = [...'àáìíòóùúÀÁÌÍÒÓÙÚëïîûüËÏÎÛÜẹẸọỌṣṢịỊụỤṅṄɓƁɗƊƙƘ'];
