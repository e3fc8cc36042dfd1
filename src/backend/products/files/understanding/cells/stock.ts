/** Matches words for a stock of zero. */
const NONE =
  /^(?:none|nil|no|out(?:[ _-]?of[ _-]?stock)?|sold(?:[ _-]?out)?|unavailable|finished|(?:on)?[ _-]?back[ _-]?order(?:ed)?|pre[ _-]?order|rupture(?: de stock)?|épuisée?|نفد|غير متوفر)$/i;

/**
 * Reads units: '12', '12 pcs', '1,200', 'sold out'. Returns undefined for an empty cell and for words without a number,
 * such as 'Available'. A negative number counts as 0: programs write it after selling more than they had.
 */
export function readStock(text: string): number | undefined {
  const written = text.trim();
  if (NONE.test(written) || /^-\d+(\.0+)?$/.test(written)) return 0;
  const [, digits] =
    /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.0+)?(?: ?(?:pcs|pieces|units|bottles))?\.?$/i.exec(written) ??
    [];
  const units = digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
  return units !== undefined && units <= 1_000_000 ? units : undefined;
}
