import { readDetail } from '#contract/reading/product.ts';
import { boxWords, IN_THE_BOX, partsOf, type SetFields } from '#domain/products/sets.ts';
import { ask } from '#site/client/ask.ts';
import { fullReader } from '#site/client/reading.ts';

/** Fetches the names of a set's parts, and returns them as a line. '' if one is unknown. */
export async function askBox(set: SetFields): Promise<string> {
  const parts = await Promise.all(
    partsOf(set).map(async ({ productId, quantity }) => {
      const { body } = await ask(
        `/api/product/${encodeURIComponent(productId)}`,
        fullReader(readDetail),
      );
      return body ? [{ name: body.product.name, quantity }] : [];
    }),
  );
  const words = parts.every(([part]) => part) && boxWords(parts.flat(), set.choose);
  return words ? `${IN_THE_BOX}: ${words}` : '';
}
