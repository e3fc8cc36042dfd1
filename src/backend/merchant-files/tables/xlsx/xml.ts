import { SaxesParser } from 'saxes';
import { damaged, Refusal } from '#backend/merchant-files/tables/refusal.ts';

/** The handlers for reading a part. Names are without their prefix: `row` of `<x:row>`. */
export interface Handlers {
  open?(name: string, attributes: Readonly<Record<string, string | undefined>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

/**
 * Reads a part of a workbook (XML in UTF-8), piece by piece.
 * @param handle - makes the handlers. They pass their results to `emit`.
 * @yields the results of each piece with any.
 * @throws Refusal if it is not well-formed, or has a document type, which no workbook needs.
 */
export async function* readXml<T>(
  bytes: AsyncIterable<Uint8Array>,
  handle: (emit: (found: T) => void) => Handlers,
): AsyncGenerator<T[]> {
  let found: T[] = [];
  const { open, close, text } = handle((one) => found.push(one));
  const parser = new SaxesParser<{ xmlns: false; position: false }>({
    xmlns: false,
    position: false,
  });
  if (open) parser.on('opentag', ({ name, attributes }) => open(local(name), attributes));
  if (close) parser.on('closetag', ({ name }) => close(local(name)));
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  parser.on('doctype', () => {
    throw new Refusal(
      'The file has a document type (DOCTYPE), which no spreadsheet writes. Open it in a spreadsheet, and save it again.',
    );
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of bytes) {
    parse(() => parser.write(decoder.decode(piece, { stream: true })));
    if (found.length === 0) continue;
    yield found;
    found = [];
  }
  parse(() => parser.write(decoder.decode()).close());
  if (found.length > 0) yield found;
}

function parse(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof Refusal ? error : damaged(error);
  }
}

/** Returns all results of the handlers. */
export async function allOf<T>(batches: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const batch of batches) for (const one of batch) all.push(one);
  return all;
}

const local = (name: string) => name.slice(name.indexOf(':') + 1);
