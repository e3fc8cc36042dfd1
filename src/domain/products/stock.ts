/** The largest quantity for which the label names the number left (spec §9). */
const LOW_STOCK = 10;

export type StockLevel = 'plenty' | 'low' | 'none';

/** Returns which of the three stock labels a quantity has (spec §4). */
export function stockLevel(qtyAvailable: number): StockLevel {
  if (qtyAvailable <= 0) return 'none';
  return qtyAvailable <= LOW_STOCK ? 'low' : 'plenty';
}

/** Returns 'In Stock', 'Only {n} left' or 'OUT OF STOCK' (spec §4). */
export function stockLabel(qtyAvailable: number): string {
  const level = stockLevel(qtyAvailable);
  if (level === 'none') return 'OUT OF STOCK';
  return level === 'low' ? `Only ${qtyAvailable} left` : 'In Stock';
}
