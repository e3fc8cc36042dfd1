/** Consecutive characters of a name, all typed or all not typed. */
export interface Piece {
  /** Its position in the name. */
  at: number;
  text: string;
  typed: boolean;
}

interface Folded {
  /** Letters and digits only, in lower case and without accents. */
  letters: string;
  /** The range in the text of each letter. */
  from: number[];
  to: number[];
  /** The number of each letter's word. */
  word: number[];
}

const LETTER = /[\p{L}\p{N}]/u;
/** Does not separate words: 'L’Interdit' is one word, as in the API's search. */
const WITHIN = /[\p{M}'’‘`´ʼ]/u;

function fold(text: string): Folded {
  const folded: Folded = { letters: '', from: [], to: [], word: [] };
  let at = 0;
  let words = 0;
  for (const character of text) {
    const end = at + character.length;
    const plain = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    if (LETTER.test(plain)) {
      // One entry for each UTF-16 unit, as in indexOf.
      for (let unit = 0; unit < plain.length; unit++) {
        folded.letters += plain[unit];
        folded.from.push(at);
        folded.to.push(end);
        folded.word.push(words);
      }
    } else if (!WITHIN.test(character)) {
      words++;
    } else if (/\p{M}/u.test(character) && folded.to.length > 0) {
      // A separate accent belongs to the letter before it.
      folded.to[folded.to.length - 1] = end;
    }
    at = end;
  }
  return folded;
}

/** Returns the positions of `needle` in `folded`. A match starts at the start of a word or stays within one word. */
function places({ letters, word }: Folded, needle: string): number[] {
  const found: number[] = [];
  for (let at = letters.indexOf(needle); at >= 0; at = letters.indexOf(needle, at + 1)) {
    const begins = at === 0 || word[at] !== word[at - 1];
    const inside = needle.length > 1 && word[at] === word[at + needle.length - 1];
    if (begins || inside) found.push(at);
  }
  return found;
}

/**
 * Splits a name into typed and other pieces; joined, they are the name. Ignores case, accents, spaces and apostrophes.
 * Looks for the whole typed text first, then for each of its words. A misspelt word is not marked.
 */
export function highlight(name: string, typed: string): Piece[] {
  const folded = fold(name);
  const marked = new Set<number>();
  const mark = (needle: string) => {
    if (needle === '') return false;
    const found = places(folded, needle);
    for (const at of found) for (let n = 0; n < needle.length; n++) marked.add(at + n);
    return found.length > 0;
  };
  if (!mark(fold(typed).letters)) {
    for (const word of typed.split(/\s+/)) mark(fold(word).letters);
  }

  const pieces: Piece[] = [];
  let done = 0;
  const push = (end: number, isTyped: boolean) => {
    if (end <= done) return;
    const text = name.slice(done, end);
    const last = pieces.at(-1);
    if (last?.typed === isTyped) last.text += text;
    else pieces.push({ at: done, text, typed: isTyped });
    done = end;
  };
  for (const n of [...marked].sort((a, b) => a - b)) {
    // A space or apostrophe between two marked letters is marked too.
    push(folded.from[n] ?? 0, marked.has(n - 1));
    push(folded.to[n] ?? 0, true);
  }
  push(name.length, false);
  return pieces;
}
