/**
 * Decodes UTF-8, with or without a byte order mark, piece by piece.
 * @throws Error with a sentence for the merchant if it is not UTF-8.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of bytes) yield decoder.decode(piece, { stream: true });
    yield decoder.decode();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    throw new Error(
      'The file is not UTF-8. Save it again; spreadsheets call this type "CSV UTF-8".',
    );
  }
}

/** Splits a text into lines at LF, a few in memory at a time. A CR before it stays. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let begun = '';
  for await (const piece of text) {
    const lines = (begun + piece).split('\n');
    begun = lines.pop() ?? '';
    yield* lines;
  }
  if (begun !== '') yield begun;
}
