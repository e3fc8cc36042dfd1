/** A readable path segment: 'Hermès L’Été' becomes 'hermes-l-ete'. Letters without an ASCII form are dropped. */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Letters that `slug` drops because they have no Latin form. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u;

/**
 * The path segment of a brand, which is never empty. A name in another script, or without any letter, ends in a number of its
 * own: 'Bond No. 9' is 'bond-no-9', and 'لطافة' is '1p8…'.
 */
export function brandSlug(name: string): string {
  const plain = slug(name);
  if (plain !== '' && !OTHER_SCRIPT.test(name)) return plain;
  return [plain, hash(name.normalize('NFKC').trim())].filter(Boolean).join('-');
}

/** FNV-1a of 64 bits, in base 36. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(36);
}
