/** Words for the shop's people, in commands and in the back office. */

/** Returns text as one line for a terminal. A customer's text can neither move the cursor nor reverse the writing. */
export const plain = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Returns '1,234'. */
export const number = (count: number): string => count.toLocaleString('en');

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Returns '12 kB', '1.2 MB'. */
export const fileSize = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/** Returns '1 order', '1,234 orders'. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

const PLACES = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** Returns '1st', '1,234th'. */
export const ordinal = (place: number): string =>
  `${number(place)}${ENDINGS[PLACES.select(place)] ?? 'th'}`;
