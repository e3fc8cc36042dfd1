/**
 * Makes the part of an address that other programs make of a name: 'Rose & Oud (50 ml)' becomes 'rose-oud-50-ml'. It keeps
 * letters of other scripts, where this shop's addresses have a number (domain/products/slug.ts).
 */
export const oldSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/['"‘’“”()[\]°©®™]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '');
