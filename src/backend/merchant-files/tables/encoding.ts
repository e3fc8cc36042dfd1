import { Refusal } from './refusal.ts';
import { type Encoding, isInvalid, SAVE_AS_UTF8 } from './text.ts';

interface Found {
  encoding: Encoding;
  /** A sentence for the merchant if the encoding is a guess. */
  note: string | null;
}

/** Bytes without a meaning in Windows-1252. */
const UNDEFINED = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/**
 * Finds the encoding of a text. A byte order mark or zero bytes mean UTF-16. Otherwise it is UTF-8, or Windows-1252 if
 * anything in the file is not UTF-8.
 * @param pieces - reads the file from its beginning, each time that it is called.
 * @throws Refusal if it is not text, or its encoding cannot be determined.
 */
export async function findEncoding(pieces: () => AsyncIterable<Uint8Array>): Promise<Found> {
  const wide = await utf16(pieces());
  if (wide) return { encoding: wide, note: null };
  if (await isUtf8(pieces())) return { encoding: 'utf-8', note: null };
  if (await isMostlyUtf8(pieces())) {
    throw new Refusal(
      `The file mixes two encodings: parts of it are UTF-8, and others are not. ${SAVE_AS_UTF8}`,
    );
  }
  for await (const piece of pieces()) {
    if (UNDEFINED.some((byte) => piece.includes(byte))) {
      throw new Refusal(
        `The encoding of the file cannot be told: it is not UTF-8 and not Windows-1252. ${SAVE_AS_UTF8}`,
      );
    }
  }
  return {
    encoding: 'windows-1252',
    note: 'The file is not UTF-8. It was read as Windows-1252, as older spreadsheets write it. Check names with accents.',
  };
}

/** Detects UTF-16 without a mark by zero bytes: separators, digits and Latin letters each have one, all on the same side. */
async function utf16(pieces: AsyncIterable<Uint8Array>): Promise<Encoding | null> {
  for await (const head of pieces) {
    if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
    if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
    let first = 0;
    let second = 0;
    for (const [at, byte] of head.entries()) {
      if (byte !== 0) continue;
      if (at % 2 === 0) first++;
      else second++;
    }
    const many = head.length / 8;
    if (second > many && first * 4 < second) return 'utf-16le';
    if (first > many && second * 4 < first) return 'utf-16be';
    return null;
  }
  return null;
}

async function isUtf8(pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let valid = true;
  for await (const piece of pieces) {
    if (piece.includes(0)) {
      throw new Refusal(
        'The file is not a table: it has characters that no text has. Save the table as .xlsx or CSV.',
      );
    }
    valid &&= decodes(() => decoder.decode(piece, { stream: true }));
  }
  return valid && decodes(() => decoder.decode());
}

function decodes(decode: () => string): boolean {
  try {
    decode();
    return true;
  } catch (error) {
    if (isInvalid(error)) return false;
    throw error;
  }
}

/** Whether most of the text is UTF-8. In Windows-1252 two characters rarely happen to be one of UTF-8. */
async function isMostlyUtf8(pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder('utf-8');
  let valid = 0;
  let invalid = 0;
  for await (const piece of pieces) {
    const text = decoder.decode(piece, { stream: true });
    valid += text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
    invalid += text.match(/\uFFFD/g)?.length ?? 0;
  }
  return valid > invalid;
}
