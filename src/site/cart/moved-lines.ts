/** Loaded when a paid product is not in the cart by the id that it was ordered by. */
import type { CartItem } from '#domain/orders/cart.ts';
import { askLive } from '#site/product-data/live-figures.ts';

/**
 * The paid units by the ids that `lines` have, of products that were given another id since they were ordered. `paid`:
 * units by the ordered id; `missed`: the ids among them that no line has. A line may have any id that its product ever
 * had. Empty without an answer: the lines stay then, and she sees them.
 */
export async function movedUnits(
  paid: Readonly<Record<string, number>>,
  missed: readonly string[],
  lines: readonly CartItem[],
): Promise<Record<string, number>> {
  const units: Record<string, number> = {};
  const today = await askLive([...missed, ...lines.map(({ id }) => id)]).catch(() => undefined);
  if (!today) return units;
  const idToday = (id: string) =>
    today({ id, name: '', price: 0, discount: null, image: '', qtyAvailable: 0 }).id;
  for (const id of missed) {
    const line = lines.find((item) => idToday(item.id) === idToday(id));
    if (line) units[line.id] = (units[line.id] ?? 0) + (paid[id] ?? 0);
  }
  return units;
}
