/** A stretch of a name: what was typed, or what was not. */
export interface Piece {
  text: string;
  typed: boolean;
}

interface Folded {
  /** Letters and digits alone, in lower case without accents. */
  letters: string;
  /** For each of them: where it stands in the text, */
  from: number[];
  to: number[];
  /** and in which word. */
  word: number[];
}

const LETTER = /[\p{L}\p{N}]/u;
/** Parts no word: 'L’Interdit' is one, as the search has it. */
const WITHIN = /[\p{M}'’‘`´ʼ]/u;

function fold(text: string): Folded {
  const folded: Folded = { letters: '', from: [], to: [], word: [] };
  let at = 0;
  let words = 0;
  for (const character of text) {
    const end = at + character.length;
    const plain = character.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    if (LETTER.test(plain)) {
      // By UTF-16 units, as indexOf counts.
      for (let unit = 0; unit < plain.length; unit++) {
        folded.letters += plain[unit];
        folded.from.push(at);
        folded.to.push(end);
        folded.word.push(words);
      }
    } else if (!WITHIN.test(character)) {
      words++;
    } else if (/\p{M}/u.test(character) && folded.to.length > 0) {
      // An accent of its own belongs to the letter before it.
      folded.to[folded.to.length - 1] = end;
    }
    at = end;
  }
  return folded;
}

/** Where `needle` stands in `folded`: at the beginning of a word, or inside one. */
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
 * Parts a name into what was typed and the rest, whatever the case, accents, spaces and apostrophes; together the pieces
 * are the name. What was typed is looked for as a whole, else word by word: a misspelt word is not found.
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
    else pieces.push({ text, typed: isTyped });
    done = end;
  };
  for (const n of [...marked].sort((a, b) => a - b)) {
    // A space or apostrophe between two marked letters is marked with them.
    push(folded.from[n] ?? 0, marked.has(n - 1));
    push(folded.to[n] ?? 0, true);
  }
  push(name.length, false);
  return pieces;
}
