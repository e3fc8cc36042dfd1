/**
 * Rates how alike a typed word and a word of the catalogue are, from 0 to 1, by rules and not by a list of mistakes.
 * Shoppers type the beginning of a word, swap or miss letters, and spell by ear.
 */

/** Below this two words are different. */
export const LEAST_LIKENESS = 0.6;

/** The database's facts about a pair of words. */
interface Evidence {
  /** Trigram similarity, from 0 to 1. */
  trigrams: number;
  /** Whether the sound of one word begins with the sound of the other. */
  soundsAlike: boolean;
  /** Whether it is the last typed word, which may be incomplete. */
  stillTyped: boolean;
}

/** Rates `word` for the typed `token`, both in lower case without accents. 0 means different words. */
export function likeness(token: string, word: string, evidence: Evidence): number {
  if (token === word) return 1;
  // Numbers must match exactly: 5 does not mean 540, nor 212 mean 211.
  if (/^\d+$/.test(token)) return token.length > 1 && word.startsWith(token) ? 0.8 : 0;
  if (token.length < 2) return 0;
  // 'de' in the middle is a whole word; at the end it may become 'delhomme'.
  const mayGoOn = evidence.stillTyped || token.length > 3;
  if (mayGoOn && word.startsWith(token)) return 0.8 + 0.18 * (token.length / word.length);
  if (token.length < 3) return 0;

  const whole = closeness(token, word);
  let best = Math.max(whole, evidence.trigrams);
  if (token.length >= 5 && word.length > token.length) {
    // An incomplete word with a mistake in it.
    const begun = Math.max(
      closeness(token, word.slice(0, token.length)),
      closeness(token, word.slice(0, token.length + 1)),
    );
    best = Math.max(best, begun * 0.85);
  }
  // Short words with different meanings differ by little. First letters are rarely mistyped.
  if (token.length === 3 && whole < 2 / 3) best = 0;
  if (token[0] !== word[0]) best *= 0.92;
  // A word spelt by ear: 'jivanshi'.
  if (evidence.soundsAlike && whole >= 0.5) best = Math.max(best, 0.62);
  return best >= LEAST_LIKENESS ? Math.min(best, 0.95) : 0;
}

function closeness(a: string, b: string): number {
  return 1 - distance(a, b) / Math.max(a.length, b.length);
}

/** Counts the letters to add, drop, change or swap with a neighbour to turn `a` into `b` (optimal string alignment). */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      current.push(least);
    }
    before = above;
    above = current;
  }
  return above[b.length] ?? 0;
}

/** Returns the name that was probably meant by a typed one, in any case; undefined if none is similar. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  return names
    .map((name) => ({ name, far: distance(wanted, name.toLowerCase()) }))
    .filter(({ name, far }) => far <= Math.max(1, name.length / 3))
    .sort((one, other) => one.far - other.far)[0]?.name;
}
