import type { Product } from '#contract/product.ts';
import { LINES, type TextOfLines, wholeText } from '#site/feeds/lines.ts';
import { isKept } from './kept-pages.ts';
import { readPreviousState, writeState } from './order.ts';

/**
 * Answers with a file of lines. If a product's page is kept, its line of the previous release stays. The publisher then
 * assembles the file from new lines and the numbers of old ones (src/publisher/release/new-file.ts).
 * @param file - its path in the site.
 */
export async function answerLines(
  file: string,
  { head, lines, tail }: TextOfLines<Product>,
): Promise<Response> {
  const state = `lines-${file.replaceAll('/', '-')}`;
  const before = (await readPreviousState(state)) as string[] | undefined;
  const numbers = new Map(before?.map((id, number) => [id, number]));
  const pieces: (string | number)[] = [...head];
  // The id of each line, for the next build. Lines that belong to no product have no id.
  const ids = head.map(() => '');
  for (const { id, product, text } of lines) {
    const known = !product || isKept(product) ? numbers.get(id) : undefined;
    const piece = known ?? text();
    if (piece === undefined) continue;
    ids.push(id);
    pieces.push(piece);
  }
  await writeState(state, ids);
  if (!before) return new Response(wholeText({ head, lines, tail }));
  const body = JSON.stringify([...pieces, ...tail, '']);
  return new Response(body, { headers: { 'content-type': LINES } });
}
