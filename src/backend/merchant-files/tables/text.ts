import { Refusal } from './refusal.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The advice for a file whose characters cannot be read. */
export const SAVE_AS_UTF8 = 'Save it again; spreadsheets call this type "CSV UTF-8".';

const NOT_VALID: Record<Encoding, string> = {
  'utf-8': `The file is not UTF-8. ${SAVE_AS_UTF8}`,
  'utf-16le': `The file is damaged: it is not UTF-16 to its end. ${SAVE_AS_UTF8}`,
  'utf-16be': `The file is damaged: it is not UTF-16 to its end. ${SAVE_AS_UTF8}`,
  'windows-1252': `The file is not Windows-1252. ${SAVE_AS_UTF8}`,
};

/**
 * Decodes a text, with or without a byte order mark, piece by piece.
 * @throws Refusal if it is not in this encoding.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding = 'utf-8',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!isInvalid(error)) throw error;
    throw new Refusal(NOT_VALID[encoding]);
  }
}

/** Whether a decoder threw because the bytes are not in its encoding. */
export const isInvalid = (error: unknown) =>
  (error as { code?: string }).code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

/** Splits a text into lines at LF, a few in memory at a time. Keeps a CR before it. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = '';
  for await (const piece of text) {
    const lines = (begun + piece).split('\n');
    begun = lines.pop() ?? '';
    yield* lines;
  }
  if (begun !== '') yield begun;
}
