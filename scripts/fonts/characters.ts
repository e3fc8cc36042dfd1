/** What a page of the shop can hold: Latin-1, ₦, the letters of Hausa, Yoruba and Igbo, typographic marks. */
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');

const LATIN_1 = range(0x20, 0x7e) + range(0xa0, 0xff);
const NIGERIA = '₦ẹẸọỌṣṢịỊụỤṅṄɓƁɗƊƙƘ';
const MARKS = '–—‘’“”…·×−';

export const CHARACTERS = [...new Set(LATIN_1 + NIGERIA + MARKS)];

/** What nearly every page holds: these come first, the others only with a page that needs one. */
const FIRST = new Set(`${range(0x20, 0x7e)}\u00a0₦–—‘’“”…·×éèêôâçÉÈÊÔÂÇ`);
export const isFirst = (char: string) => FIRST.has(char);
