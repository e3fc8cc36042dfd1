import { type CardFacts, factsLine } from '#domain/products/product-facts.ts';
import type { SetPart } from '#domain/products/sets.ts';

/**
 * Returns the text beside a line's name: concentration and size, and the parts of a set. Null if there is none.
 * @param nameOf - the name of a part.
 */
export function factsWithParts(
  product: CardFacts | undefined,
  parts: readonly SetPart[],
  nameOf: (id: string) => string | undefined,
): string | null {
  const names = parts.map(({ productId, quantity }) => {
    const name = nameOf(productId) ?? productId;
    return quantity === 1 ? name : `${quantity} × ${name}`;
  });
  return [product && factsLine(product), names.join(', ')].filter(Boolean).join(' · ') || null;
}

export const partRows = (
  lines: readonly { orderId: string; position: number; parts: readonly SetPart[] }[],
) =>
  lines.flatMap(({ orderId, position, parts }) =>
    parts.map((part) => ({ orderId, position, ...part })),
  );
