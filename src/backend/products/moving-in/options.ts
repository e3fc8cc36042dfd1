import { onlySize } from './cells/sizes.ts';
import type { Heading, SourceField } from './formats/format.ts';
import { list } from './formats/list.ts';
import { isHeading } from './headings.ts';
import type { SourceRow } from './records.ts';

type Option = SourceRow['options'][number];

/** The fact of the fragrance that an option says, by its name. */
const factOf = ({ name }: Option): SourceField | undefined =>
  (['concentration', 'notesTop', 'notesHeart', 'notesBase'] as const).find((field) =>
    isHeading(list.columns[field] as Heading, name),
  );
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
