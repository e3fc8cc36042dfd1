import type { Order } from '#contract/order.ts';

type Line = Order['items'][number];

/**
 * The lines of an order, each with a key of its own for React. A product may stand in several lines, and a backend may
 * leave its id out: lines of one product are numbered.
 */
export function keyedLines(lines: readonly Line[]): { key: string; line: Line }[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const before = seen.get(line.productId) ?? 0;
    seen.set(line.productId, before + 1);
    return { key: `${line.productId} ${before}`, line };
  });
}
