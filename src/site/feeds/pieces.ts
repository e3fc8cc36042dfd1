/** A piece of a text: new text, or a range (bytes) of the file of the previous release. */
export type Piece = string | readonly [from: number, end: number];

/** The content type of a text that is answered in pieces, as JSON. The publisher puts it together. */
export const PIECES = 'application/vnd.turare.pieces+json';

/** The bytes of a text. @param before - the file of the previous release; a text without ranges needs none. */
export const joined = (pieces: readonly Piece[], before: Uint8Array = new Uint8Array()): Buffer =>
  Buffer.concat(
    pieces.map((piece) =>
      typeof piece === 'string' ? Buffer.from(piece) : before.subarray(...piece),
    ),
  );
