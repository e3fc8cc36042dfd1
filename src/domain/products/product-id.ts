import { isKeepable } from '#domain/keepable.ts';

/** Characters (code points) of an id. */
export const LONGEST_ID = 200;
/** Bytes of an id in UTF-8. With the endings of a page and its compressed forms, a file name may have 255. */
export const LONGEST_ID_BYTES = 240;

/**
 * Parts that no id may contain, as an expression that JavaScript and PostgreSQL read alike: the end or escape of an
 * address segment, a name that hosts do not serve (hidden and compressed files), and control characters.
 */
export const NOT_IN_ID = String.raw`[/\\%\u0001-\u001f\u007f-\u009f]|^\.|\.(html|br|gz)$`;

const notInId = new RegExp(NOT_IN_ID, 'u');

/**
 * Whether a text can be a product's id: stored, part of an address, and the name of a page's file. The contract, the
 * build and the database all use this rule. The merchant's import allows less (slug.ts).
 */
export const isProductId = (id: string): boolean =>
  id !== '' &&
  Array.from(id).length <= LONGEST_ID &&
  !notInId.test(id) &&
  isKeepable(id) &&
  new TextEncoder().encode(id).length <= LONGEST_ID_BYTES;
