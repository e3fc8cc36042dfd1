import { onlySize } from './cells/sizes.ts';
import type { SourceField } from './formats/format.ts';
import type { SourceRow } from './records.ts';

type Option = SourceRow['options'][number];

/** Options that are facts of the fragrance, by their names. */
const FACTS: readonly (readonly [RegExp, SourceField])[] = [
  [/^concentration$/i, 'concentration'],
  [/^top notes?$/i, 'notesTop'],
  [/^(?:heart|middle) notes?$/i, 'notesHeart'],
  [/^base notes?$/i, 'notesBase'],
];
const factOf = ({ name }: Option) => FACTS.find(([pattern]) => pattern.test(name.trim()))?.[1];
const isSize = ({ name, value }: Option) =>
  /size|volume|ml|weight/i.test(name) || onlySize(value) !== undefined;

/** What the options of a product say. */
export interface ReadOptions {
  /** The facts that all its sizes share. */
  facts: Partial<Record<SourceField, string>>;
  /** Other options that all its sizes share. */
  unread: readonly Option[];
  /** Of each size, the value that may be its millilitres, and the values that differ from those of other sizes. */
  sizes: readonly { size: string; differs: readonly string[] }[];
}

/**
 * Reads the options of a product. A program may write their names in one row only, for all rows of the product.
 * @param sizes - the rows that are sizes, some of `family`.
 * @param oneSize - the value of a product without sizes.
 */
export function readOptions(
  family: readonly SourceRow[],
  sizes: readonly SourceRow[],
  oneSize: string | undefined,
): ReadOptions {
  const named = ({ options }: SourceRow): Option[] =>
    options.flatMap(({ name, value }, at) => {
      const once = family.find((row) => row.options[at]?.name)?.options[at]?.name;
      return value === '' || value === oneSize ? [] : { name: name || (once ?? ''), value };
    });
  const all = sizes.map(named);
  const key = ({ name }: Option) => name.trim().toLowerCase();
  const values = (wanted: string) =>
    new Set(all.map((options) => options.find((one) => key(one) === wanted)?.value));
  const varying = new Set(
    all.flat().flatMap((option) => (values(key(option)).size > 1 ? key(option) : [])),
  );
  const others = family.flatMap(named).filter((one) => !varying.has(key(one)));
  // The first row that says it counts.
  const shared = new Map(others.toReversed().map((one) => [key(one), one]));
  const facts = [...shared.values()].flatMap((one) => {
    const field = factOf(one);
    return field ? [[field, one.value]] : [];
  });
  return {
    facts: Object.fromEntries(facts),
    unread: [...shared.values()].filter((one) => !factOf(one) && onlySize(one.value) === undefined),
    sizes: all.map((options) => ({
      size: options.find(isSize)?.value ?? '',
      differs: options.flatMap((one) => (varying.has(key(one)) ? one.value : [])),
    })),
  };
}
