import type { StockLine } from '#backend/orders/stock.ts';
import type { ProductRow } from '#backend/products/stocked-products.ts';
import { isChoice, partsOf, type SetPart } from '#domain/products/sets.ts';

/** A line of an order at today's price. */
export interface PricedLine extends StockLine {
  name: string;
  /** Kobo for one. */
  priceKobo: number;
  /** The parts of one unit; empty for a product that is not a set. */
  parts: readonly SetPart[];
}

/**
 * Returns the parts of one unit of a product in this order. Empty if the shopper has not made a choice that its set
 * allows. A part may be named by a former id (`moved`: present id by former one).
 */
export function partsIn(
  row: ProductRow,
  named: readonly string[] = [],
  moved: ReadonlyMap<string, string>,
): SetPart[] {
  if (!row.choose) return partsOf(row);
  const chosen = named.map((id) => moved.get(id) ?? id);
  return isChoice(row, chosen) ? chosen.map((productId) => ({ productId, quantity: 1 })) : [];
}

/** Returns the units of each product that leave the stock: of a set, its parts. Several lines of a product are added. */
export function unitsOfLines(lines: readonly PricedLine[]): StockLine[] {
  const units = new Map<string, number>();
  for (const { productId, quantity, parts } of lines) {
    for (const part of parts.length > 0 ? parts : [{ productId, quantity: 1 }]) {
      const more = part.quantity * quantity;
      units.set(part.productId, (units.get(part.productId) ?? 0) + more);
    }
  }
  return [...units].map(([productId, quantity]) => ({ productId, quantity }));
}

/** Returns faults of sets that the figures of their lines do not show: no choice, or units that several lines share. */
export function setFaults(
  lines: readonly PricedLine[],
  byId: ReadonlyMap<string, ProductRow>,
): string[] {
  const open = lines.flatMap(({ productId, name, parts }) => {
    const { choose } = byId.get(productId) ?? {};
    return choose && parts.length === 0 ? [`Please choose ${choose} for ${name} on its page.`] : [];
  });
  const short = unitsOfLines(lines).flatMap(({ productId, quantity }) => {
    const row = byId.get(productId);
    const sets = lines.filter(({ parts }) => parts.some((part) => part.productId === productId));
    if (sets.length === 0 || (row && quantity <= row.stock)) return [];
    const names = sets.map(({ name }) => name).join(' and ');
    return [
      row
        ? `${shortage(row)} With those in ${names} your order takes ${quantity}. Please take fewer.`
        : `${names} cannot be sold just now: a part of it is missing.`,
    ];
  });
  return [...open, ...short];
}

/** How few of a product are left. */
export const shortage = (row: ProductRow) =>
  row.stock === 0
    ? `${row.name} is sold out.`
    : `Of ${row.name} only ${row.stock} ${row.stock === 1 ? 'is' : 'are'} left.`;
