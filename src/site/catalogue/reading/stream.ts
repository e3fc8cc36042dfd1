import type { Product } from '#contract/product.ts';
import { bySchema } from '#contract/reading/by-schema.ts';
import { attempt, start } from '#contract/reading/reader.ts';
import { type SnapshotHead, snapshotEnd, snapshotHead } from '#contract/snapshot.ts';
import { type Api, excerpt, PassingFault, within } from './api.ts';
import type { ProductCheck } from './check.ts';

const PATH = '/api/catalogue/snapshot';
/** Characters of the longest line: a longer one is not a product and would fill the memory. */
const LONGEST = 4_000_000;

/**
 * Reads the whole catalogue by the extension catalogue.snapshot. A broken or invalid stream is requested again.
 * @param newCheck - makes a check for each try, so that a failed try leaves no results behind.
 * @throws CatalogueFault when every try failed.
 */
export function readStream(
  api: Api,
  newCheck: () => ProductCheck,
  onRead?: (read: number, total: number) => void,
): Promise<{ head: SnapshotHead; products: Product[]; check: ProductCheck }> {
  return api.ask(PATH, async (answer) => {
    const check = newCheck();
    const products: Product[] = [];
    let head: SnapshotHead | undefined;
    let count = 0;
    for await (const line of linesOf(answer, api.timeout)) {
      const value = parseLine(line, count + 1);
      if (!head) {
        head = attempt(
          () => bySchema(snapshotHead)(value, start()),
          ({ message }) => {
            throw new PassingFault(`The stream has another beginning. ${message}`);
          },
        );
        continue;
      }
      if (isEnd(value)) {
        const counted = snapshotEnd.safeParse(value).data?.products ?? 'nothing';
        if (count === head.products && count === counted) return { head, products, check };
        throw new PassingFault(
          `It announced ${head.products} products, sent ${count} and counted ${counted}.`,
        );
      }
      count++;
      const product = check.read(value, `number ${count}`);
      // A repeated line is a fault of the stream: another line may be missing.
      if (check.repeated !== undefined) throw new PassingFault(`${check.repeated} came twice.`);
      if (product) products.push(product);
      onRead?.(count, head.products);
    }
    throw new PassingFault(
      `The stream was cut off after ${count} of ${head?.products ?? '?'} products.`,
    );
  });
}

/** Yields an answer's lines as they arrive. @throws PassingFault if it breaks off or is silent for `timeout` ms. */
async function* linesOf(answer: Response, timeout: number): AsyncGenerator<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new PassingFault('The answer has no body.');
  let rest = '';
  let some = false;
  try {
    for (;;) {
      const { done, value } = await within(reader.read(), timeout, 'The stream broke off');
      if (done) break;
      // readline would also end a line at U+2028, which a description may contain.
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      some ||= lines.length > 0;
      yield* lines;
      if (rest.length > LONGEST) throw new PassingFault(`A line without end: ${excerpt(rest)}`);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
  if (rest === '') return;
  if (some) throw new PassingFault(`The stream was cut off within a line: ${excerpt(rest)}`);
  // No complete line: the answer is something else, and the reader names it.
  yield rest;
}

/** Runs for every line, so it uses no schema. */
const isEnd = (value: unknown) => typeof value === 'object' && value !== null && 'end' in value;

function parseLine(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new PassingFault(`Line ${number} is not JSON: ${excerpt(line)}`, { cause });
  }
}
