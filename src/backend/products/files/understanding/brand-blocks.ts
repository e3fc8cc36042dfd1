import type { Note } from './assemble.ts';
import { readName } from './cells/name-parts.ts';
import type { SourceRow } from './records.ts';

const WANTED = { brand: true, concentration: false, size: false };

/**
 * Fills in the brands of a list that names each brand once, above or beside its products. In such a list at least half of
 * the brand cells are empty, and no two neighbouring rows name a brand.
 * @param brands - a product whose name begins with one of these needs no brand.
 */
export function fillBrands(
  rows: readonly SourceRow[],
  brands: readonly string[],
  notes: Note[],
): SourceRow[] {
  const cells = rows.flatMap(({ texts }) => (texts.name ? (texts.brand ?? []) : []));
  const filled = cells.filter(Boolean).length;
  const isTwice = cells.some((brand, at) => brand && brand === cells[at - 1]);
  if (filled === 0 || filled * 2 > cells.length || isTwice) return [...rows];
  let above: SourceRow | undefined;
  return rows.map((row) => {
    if (row.texts.brand) above = row;
    const { name, price } = row.texts;
    if (row.texts.brand || !name || !price || !above) return row;
    if (readName(name, WANTED, brands).brand) return row;
    const { brand = '' } = above.texts;
    notes.push({ row: row.row, text: `has no brand: '${brand}' of row ${above.row} is taken` });
    return { ...row, texts: { ...row.texts, brand } };
  });
}
