import { LONGEST_ID } from './product-id.ts';

/** Returns a readable path segment: 'Hermès L’Été' becomes 'hermes-l-ete'. Drops letters without an ASCII form. */
export function slug(text: string): string {
  return plain(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Letters that `slug` drops because they have no Latin form. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;

/**
 * Returns the path segment of a brand or category, which is never empty. A name in another script, or without any
 * letter, ends in its own number: 'Bond No. 9' is 'bond-no-9', and 'لطافة' is '1p8…'. So does a name that is too long
 * for a file name.
 */
export function collectionSlug(name: string): string {
  const short = slug(name);
  if (short !== '' && short.length <= LONGEST_ID && !OTHER_SCRIPT.test(name)) return short;
  return numbered(short, name.normalize('NFKC').trim());
}

/** Characters that `slug` drops but that distinguish names: all but spaces, punctuation and a few empty signs. */
const SAYS_SOMETHING = /[^a-z0-9\p{P}\p{Z}\p{C}\p{Sk}°®©ʼ]/u;

/**
 * Returns the id of a product from its full name. If the slug drops letters, digits or signs that distinguish names, or
 * is too long, it ends in a number made from the whole name: 'عود' and 'مسك' of Kano never collide, nor 'Oud & Rose'
 * and 'Oud + Rose'. '' for a name of punctuation only.
 */
export function nameId(name: string): string {
  const short = slug(name);
  const whole = SAYS_SOMETHING.test(plain(name));
  if (!whole && short.length <= LONGEST_ID) return short;
  return numbered(short, name);
}

/** Returns a segment that ends in the number of a text, of at most `LONGEST_ID` characters. */
function numbered(short: string, text: string): string {
  const number = hash(text);
  const beginning = short.slice(0, LONGEST_ID - 1 - number.length).replace(/-+$/, '');
  return [beginning, number].filter(Boolean).join('-');
}

/** Returns FNV-1a of 64 bits, in base 36. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(36);
}
