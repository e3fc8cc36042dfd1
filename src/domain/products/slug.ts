import { LONGEST_ID } from './product-id.ts';

/** A readable path segment: 'Hermès L’Été' becomes 'hermes-l-ete'. Letters without an ASCII form are dropped. */
export function slug(text: string): string {
  return plain(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Letters that `slug` drops because they have no Latin form. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;

/**
 * The path segment of a brand or category, which is never empty. A name in another script, or without any letter, ends
 * in a number of its own: 'Bond No. 9' is 'bond-no-9', and 'لطافة' is '1p8…'. So does one that is too long for a file's
 * name.
 */
export function collectionSlug(name: string): string {
  const short = slug(name);
  if (short !== '' && short.length <= LONGEST_ID && !OTHER_SCRIPT.test(name)) return short;
  return numbered(short, name.normalize('NFKC').trim());
}

/** What `slug` drops and two names may differ in: all but spaces, punctuation and a few signs that say nothing. */
const SAYS_SOMETHING = /[^a-z0-9\p{P}\p{Z}\p{C}\p{Sk}°®©ʼ]/u;

/**
 * The id of a product that is made of its full name. Where the slug drops letters, digits or signs that tell names
 * apart, or is too long, it ends in a number made of the whole name: 'عود' and 'مسك' of Kano never meet, nor 'Oud &
 * Rose' and 'Oud + Rose'. '' for a name of punctuation alone.
 */
export function nameId(name: string): string {
  const short = slug(name);
  const whole = SAYS_SOMETHING.test(plain(name));
  if (!whole && short.length <= LONGEST_ID) return short;
  return numbered(short, name);
}

/** A segment that ends in the number of a text, of at most `LONGEST_ID` characters. */
function numbered(short: string, text: string): string {
  const number = hash(text);
  const beginning = short.slice(0, LONGEST_ID - 1 - number.length).replace(/-+$/, '');
  return [beginning, number].filter(Boolean).join('-');
}

/** FNV-1a of 64 bits, in base 36. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(36);
}
