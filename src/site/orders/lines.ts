import type { Order } from '#contract/order.ts';

type Line = Order['items'][number];

/**
 * Returns the lines of an order with unique keys for React. A product may have several lines, and a backend may leave
 * out its id: lines of one product are numbered.
 */
export function keyedLines(lines: readonly Line[]): { key: string; line: Line }[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const before = seen.get(line.productId) ?? 0;
    seen.set(line.productId, before + 1);
    return { key: `${line.productId} ${before}`, line };
  });
}
