export interface SetPart {
  productId: string;
  quantity: number;
}

/** The contents of a set: the fields `parts` and `choose` of a product (product-fields.ts, extension product.set). */
export interface SetFields {
  /** The ids of its parts, separated by spaces: 'oud-2ml amber-2ml*2' has two of the last. */
  parts?: string | null | undefined;
  /** The number of parts that the shopper chooses, one of each. Without it the set has all of them. */
  choose?: number | null | undefined;
}

/** The most parts of a set, and the most of one. */
export const MOST_PARTS = 40;
export const MOST_OF_A_PART = 99;

const PART = /^(.+?)(?:\*([1-9]\d?))?$/u;

/** Returns the parts of a set, each once; none for other products. */
export function partsOf({ parts }: SetFields): SetPart[] {
  const counts = new Map<string, number>();
  for (const word of (parts ?? '').split(/\s+/u).filter(Boolean)) {
    const [, id = word, times = '1'] = PART.exec(word) ?? [];
    counts.set(id, (counts.get(id) ?? 0) + Number(times));
  }
  return [...counts].map(([productId, quantity]) => ({ productId, quantity }));
}

/** Returns parts in the form of the field. `partsOf` reads them back. */
export const writeParts = (parts: readonly SetPart[]): string =>
  parts
    .map(({ productId, quantity }) => (quantity === 1 ? productId : `${productId}*${quantity}`))
    .join(' ');

/** The name of a set's contents in feeds, pages and search engines. */
export const IN_THE_BOX = 'In the box';

/** Returns the contents in a line: 'Any 3 of Elixir, Lion, Corium', or 'Oud 2 ml, 2 × Amber 2 ml'; '' without parts. */
export function boxWords(
  parts: readonly { name: string; quantity: number }[],
  choose?: number | null,
): string {
  const names = parts
    .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
    .join(', ');
  return names && choose ? `Any ${choose} of ${names}` : names;
}

/** Whether these parts are a valid choice for a set: as many as it says, each a different part. */
export function isChoice(set: SetFields, chosen: readonly string[]): boolean {
  const offered = new Set(partsOf(set).map(({ productId }) => productId));
  return (
    chosen.length === set.choose &&
    new Set(chosen).size === chosen.length &&
    chosen.every((id) => offered.has(id))
  );
}

/** Returns what is wrong with a set, as the rest of a sentence; undefined if nothing. @param id - the set's own. */
export function setFault(id: string, set: SetFields): string | undefined {
  const parts = partsOf(set);
  if (parts.length === 0)
    return set.choose
      ? 'has no parts to choose from: fill in set_parts, or empty choose'
      : undefined;
  if (parts.length > MOST_PARTS) return `has more than ${MOST_PARTS} parts`;
  if (parts.some(({ productId }) => productId === id)) return 'names the set itself';
  const many = parts.find(({ quantity }) => quantity > MOST_OF_A_PART);
  if (many) return `has more than ${MOST_OF_A_PART} of ${many.productId}`;
  if (!set.choose) return undefined;
  if (set.choose > parts.length)
    return `has ${parts.length} parts, and the shopper is to choose ${set.choose}`;
  return parts.some(({ quantity }) => quantity > 1)
    ? 'counts a part more than once, and the shopper chooses one of each'
    : undefined;
}
