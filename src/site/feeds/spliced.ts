import { crc32 } from 'node:zlib';

/** Where the lines of a text stand, for the next build. */
export interface LinePlaces {
  /** CRC-32 of the whole text. A file that has another one is damaged, or belongs to another release. */
  checksum: number;
  /** Bytes before the first line. */
  start: number;
  /** What each line is of, in the order of lines. What has no line is listed, too. */
  ids: readonly string[];
  /** Bytes of each line with its end; 0 for none. */
  lengths: readonly number[];
}

/** The text of the previous release. */
export interface Before {
  bytes: Buffer;
  places: LinePlaces;
}

/** Characters of new lines that are joined before they become bytes. */
const JOINED = 1_000_000;

/**
 * A text of lines. A line that is unchanged is copied from the text of the previous release, with its neighbours at once, so
 * that one changed product costs one line.
 * @param items - what the lines are of, in the order of lines, each with an id of its own.
 * @param parts.line - makes a line without its end; undefined for none.
 * @param before.isUnchanged - whether an item has the line that it had before.
 */
export function splicedText<T extends { id: string }>(
  items: readonly T[],
  parts: { head: string; line: (item: T) => string | undefined; tail: string },
  before: (Before & { isUnchanged: (item: T) => boolean }) | undefined,
): Before {
  const text = new Pieces(before?.bytes);
  const start = text.add(parts.head);
  const known = before ? placesById(before.places) : undefined;
  const lengths = items.map((item) => {
    const place = known?.get(item.id);
    if (place && before?.isUnchanged(item)) return text.copy(place);
    const line = parts.line(item);
    return line === undefined ? 0 : text.add(`${line}\n`);
  });
  text.add(parts.tail);
  const bytes = text.whole();
  return {
    bytes,
    places: { checksum: crc32(bytes), start, ids: items.map(({ id }) => id), lengths },
  };
}

/** Whether a file is the one that these places are of. */
export const isWhole = ({ bytes, places }: Before): boolean => crc32(bytes) === places.checksum;

interface Place {
  from: number;
  length: number;
}

function placesById({ start, ids, lengths }: LinePlaces): Map<string, Place> {
  const places = new Map<string, Place>();
  let from = start;
  for (const [at, id] of ids.entries()) {
    const length = lengths[at] ?? 0;
    places.set(id, { from, length });
    from += length;
  }
  return places;
}

/** A text that is put together from new pieces and ranges of another one. */
class Pieces {
  readonly #source: Buffer | undefined;
  readonly #pieces: Uint8Array[] = [];
  /** New text that is no bytes yet. */
  #fresh = '';
  /** A range of the source that may still grow. */
  #range = { from: 0, end: 0 };

  constructor(source: Buffer | undefined) {
    this.#source = source;
  }

  /** Adds new text. @returns its bytes. */
  add(text: string): number {
    this.#endRange();
    this.#fresh += text;
    if (this.#fresh.length > JOINED) this.#endFresh();
    return Buffer.byteLength(text);
  }

  /** Adds a range of the source. @returns its bytes. */
  copy({ from, length }: Place): number {
    this.#endFresh();
    if (from !== this.#range.end) {
      this.#endRange();
      this.#range = { from, end: from };
    }
    this.#range.end = from + length;
    return length;
  }

  /** All pieces as one. */
  whole(): Buffer {
    this.#endRange();
    this.#endFresh();
    return Buffer.concat(this.#pieces);
  }

  #endRange(): void {
    const { from, end } = this.#range;
    if (this.#source && end > from) this.#pieces.push(this.#source.subarray(from, end));
    this.#range = { from: end, end };
  }

  #endFresh(): void {
    if (this.#fresh !== '') this.#pieces.push(Buffer.from(this.#fresh));
    this.#fresh = '';
  }
}
