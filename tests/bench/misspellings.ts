import { type Choice, seededChoice } from '#demo/seeded-choice.ts';

/**
 * Misspellings made by rules out of names, the same for the same seed: none of them was looked at when the search was
 * written.
 */

export interface Misspelt {
  query: string;
  /** What was meant: a house, or a house and a fragrance. */
  means: string;
  kind: string;
}

/** As people write what they hear. */
const HEARD: [RegExp, string][] = [
  [/ph/, 'f'],
  [/ou/, 'u'],
  [/gue/, 'g'],
  [/que/, 'k'],
  [/eau/, 'o'],
  [/ch/, 'sh'],
  [/ck/, 'k'],
  [/kh/, 'k'],
  [/c(?=[aou])/, 'k'],
  [/c(?=[ei])/, 's'],
  [/y/, 'i'],
  [/i(?=[^aeiou])/, 'e'],
  [/z/, 's'],
  [/v/, 'f'],
  [/qu/, 'kw'],
  [/x/, 'ks'],
];

/** A whole number from 0 to below `limit`. */
const below = (choice: Choice, limit: number) => choice.whole(0, limit - 1);
/** Changes one of the longer words of a text; null when none can be. */
function inWord(text: string, choice: Choice, change: (word: string) => string): string | null {
  const words = text.split(' ');
  const long = words.flatMap((word, index) => (word.length >= 4 ? [index] : []));
  const at = long[below(choice, long.length)];
  const word = at === undefined ? undefined : words[at];
  if (at === undefined || word === undefined) return null;
  const changed = change(word);
  return changed === word ? null : words.with(at, changed).join(' ');
}

const KINDS: Record<string, (text: string, choice: Choice) => string | null> = {
  'dropped letter': (text, choice) =>
    inWord(text, choice, (word) => {
      const at = 1 + below(choice, word.length - 1);
      return word.slice(0, at) + word.slice(at + 1);
    }),
  'doubled letter': (text, choice) =>
    inWord(text, choice, (word) => {
      const at = below(choice, word.length);
      return word.slice(0, at + 1) + word.slice(at);
    }),
  'swapped letters': (text, choice) =>
    inWord(text, choice, (word) => {
      const at = below(choice, word.length - 1);
      return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
    }),
  'wrong letter': (text, choice) =>
    inWord(text, choice, (word) => {
      const at = 1 + below(choice, word.length - 1);
      return word.slice(0, at) + 'aeiounrstl'[below(choice, 10)] + word.slice(at + 1);
    }),
  'as heard': (text, choice) =>
    inWord(text, choice, (word) => {
      const heard = HEARD.filter(([sound]) => sound.test(word));
      const [sound, written] = heard[below(choice, heard.length)] ?? [];
      return sound && written !== undefined ? word.replace(sound, written) : word;
    }),
  'missing space': (text, choice) => {
    const words = text.split(' ');
    if (words.length < 2) return null;
    const at = below(choice, words.length - 1);
    return words.toSpliced(at, 2, `${words[at]}${words[at + 1]}`).join(' ');
  },
  'split word': (text, choice) =>
    inWord(text, choice, (word) => {
      if (word.length < 6) return word;
      const at = 2 + below(choice, word.length - 3);
      return `${word.slice(0, at)} ${word.slice(at)}`;
    }),
  'other order': (text, choice) => {
    const words = text.split(' ');
    if (words.length < 2) return null;
    const at = 1 + below(choice, words.length - 1);
    return [...words.slice(at), ...words.slice(0, at)].join(' ');
  },
  unfinished: (text, choice) => {
    const last = text.split(' ').at(-1) ?? '';
    if (last.length < 5) return null;
    return text.slice(0, text.length - 1 - below(choice, last.length - 3));
  },
  'part of it, dropped letter': (text, choice) => {
    const words = text.split(' ').filter((word) => word.length > 3);
    if (words.length < 3) return null;
    return KINDS['dropped letter']?.(words.slice(-2).join(' '), choice) ?? null;
  },
};

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** `count` misspellings of the names, of each kind about as many. */
export function misspell(
  names: readonly { brand: string; fragrance: string }[],
  count: number,
  seed: number,
): Misspelt[] {
  const choice = seededChoice(seed);
  const kinds = Object.entries(KINDS);
  const made: Misspelt[] = [];
  while (made.length < count) {
    const [kind, change] = kinds[made.length % kinds.length] ?? [];
    const name = names[below(choice, names.length)];
    if (!kind || !change || !name) break;
    const whole = `${name.brand} ${name.fragrance}`;
    // What people type: the house, the fragrance, or both.
    const [typed, means] = (
      [
        [name.brand, name.brand],
        [name.fragrance, whole],
        [whole, whole],
      ] as const
    )[below(choice, 3)] ?? [whole, whole];
    const query = change(plain(typed), choice);
    if (query && query.length >= 3) made.push({ query, means, kind });
  }
  return made;
}
