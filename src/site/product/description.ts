/** Characters of a description that the page shows at once: about twelve lines on a phone. */
const SHOWN = 600;
/** Characters. A shorter rest is not worth a tap. */
const WORTH_FOLDING = 300;

/** A description in paragraphs: those shown at once, and those shown after a tap. */
export interface FoldedDescription {
  shown: string[];
  folded: string[];
}

/**
 * Folds a long description. It is cut between two paragraphs; if that is not possible, between two sentences, else
 * between two words. Only white space is lost.
 */
export function foldDescription(text: string): FoldedDescription {
  const paragraphs = text
    .split(/\s*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const shown: string[] = [];
  let room = SHOWN;
  for (const [at, paragraph] of paragraphs.entries()) {
    const rest = paragraphs.slice(at).join('\n').length;
    if (rest <= room + WORTH_FOLDING) break;
    if (paragraph.length <= room) {
      shown.push(paragraph);
      room -= paragraph.length;
      continue;
    }
    // After a paragraph or two, the cut comes before the next one, unless that would leave much room empty.
    const cut = room < SHOWN / 3 ? 0 : cutAt(paragraph, room);
    if (cut > 0) shown.push(paragraph.slice(0, cut).trimEnd());
    const folded = [paragraph.slice(cut).trimStart(), ...paragraphs.slice(at + 1)];
    return { shown, folded };
  }
  return { shown: paragraphs, folded: [] };
}

/** Returns where to cut a text longer than `room`: after its last sentence there, else after its last word. */
function cutAt(text: string, room: number): number {
  const start = text.slice(0, room);
  const sentence = Math.max(...[...start.matchAll(/[.!?…]["'”’)]?\s/g)].map(endOf), 0);
  if (sentence > room / 3) return sentence;
  const word = start.search(/\s\S*$/);
  // Some scripts have no spaces. A character of two units is not split.
  return word > 0 ? word : room - Number(/[\uD800-\uDBFF]$/.test(start));
}

const endOf = (match: RegExpMatchArray) => (match.index ?? 0) + match[0].length;
