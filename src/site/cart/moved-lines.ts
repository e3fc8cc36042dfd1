/** Loaded when the cart does not have a paid product under the id that was ordered. */
import type { CartItem } from '#domain/orders/cart.ts';
import { askLive } from '#site/product-data/live-figures.ts';

/**
 * Returns the paid units by the ids in `lines`, for products whose id changed after the order. `paid`: units by the
 * ordered id. `missed`: the ids among them that no line has. A line may have any id that its product ever had. Empty if
 * there is no answer: the lines then stay, and the shopper sees them.
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
