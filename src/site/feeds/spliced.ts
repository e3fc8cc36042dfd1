import type { Piece } from './pieces.ts';

/** Where the lines of a file stand, for the next build. */
export interface LinePlaces {
  /** Bytes of the file. One of another size belongs to another release, or is damaged. */
  size: number;
  /** Bytes before the first line. */
  start: number;
  /** What each line is of, in the order of lines. What has no line is listed, too. */
  ids: readonly string[];
  /** Bytes of each line with its end; 0 for none. */
  lengths: readonly number[];
}

/** The file of the previous release, as a text copies from it. */
export interface Before<T> {
  places: LinePlaces;
  /** Whether an item has the line that it had before. */
  isUnchanged: (item: T) => boolean;
}

/** A text in pieces, and where its lines stand. */
export interface Spliced {
  pieces: readonly Piece[];
  places: LinePlaces;
}

/**
 * A text of lines. A line that is unchanged is a range of the file of the previous release, with its neighbours at once, so
 * that one changed product costs one line.
 * @param items - what the lines are of, in the order of lines, each with an id of its own.
 * @param parts.line - makes a line without its end; undefined for none.
 * @param before - undefined without a file to copy from.
 */
export function splicedText<T extends { id: string }>(
  items: readonly T[],
  parts: { head: string; line: (item: T) => string | undefined; tail: string },
  before?: Before<T>,
): Spliced {
  const text = new Pieces();
  const start = text.add(parts.head);
  const find = before && finderOf(before.places);
  const lengths = items.map((item) => {
    const range = find?.(item.id);
    if (range && before?.isUnchanged(item)) return text.copy(range);
    const line = parts.line(item);
    return line === undefined ? 0 : text.add(`${line}\n`);
  });
  text.add(parts.tail);
  const { pieces, size } = text;
  return { pieces, places: { size, start, ids: items.map(({ id }) => id), lengths } };
}

type Range = readonly [from: number, end: number];

/** Finds lines by their ids. Most stand in the order of the calls, so that no other table of them is needed. */
function finderOf({ start, ids, lengths }: LinePlaces): (id: string) => Range | undefined {
  const ends = new Float64Array(ids.length);
  let end = start;
  for (const [at, length] of lengths.entries()) {
    end += length;
    ends[at] = end;
  }
  let next = 0;
  let places: Map<string, number> | undefined;
  return (id) => {
    if (ids[next] !== id) {
      places ??= new Map(ids.map((own, at) => [own, at]));
      const place = places.get(id);
      if (place === undefined) return undefined;
      next = place;
    }
    const own = ends[next] ?? 0;
    return [own - (lengths[next++] ?? 0), own];
  };
}

/** A text that is put together from new pieces and ranges. Neighbours become one piece. */
class Pieces {
  readonly pieces: Piece[] = [];
  size = 0;

  /** Adds new text. @returns its bytes. */
  add(text: string): number {
    if (text === '') return 0;
    const last = this.pieces.at(-1);
    if (typeof last === 'string') this.pieces[this.pieces.length - 1] = last + text;
    else this.pieces.push(text);
    const bytes = Buffer.byteLength(text);
    this.size += bytes;
    return bytes;
  }

  /** Adds a range of the previous file. @returns its bytes. */
  copy([from, end]: Range): number {
    if (end === from) return 0;
    const last = this.pieces.at(-1);
    if (last && typeof last !== 'string' && last[1] === from) {
      this.pieces[this.pieces.length - 1] = [last[0], end];
    } else this.pieces.push([from, end]);
    this.size += end - from;
    return end - from;
  }
}
