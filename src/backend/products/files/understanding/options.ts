import type { Heading, SourceField } from '#backend/products/files/formats/format.ts';
import { list } from '#backend/products/files/formats/list.ts';
import { onlySize } from './cells/sizes.ts';
import { isHeading } from './headings.ts';
import type { SourceRow } from './records.ts';

type Option = SourceRow['options'][number];

/** Returns the fact of the fragrance that an option holds, by the option's name. */
const factOf = ({ name }: Option): SourceField | undefined =>
  (['concentration', 'notesTop', 'notesHeart', 'notesBase'] as const).find((field) =>
    isHeading(list.columns[field] as Heading, name),
  );
const isSize = (option: Option) =>
  !factOf(option) &&
  (/size|volume|ml|weight/i.test(option.name) || onlySize(option.value) !== undefined);

/** The options of a product after reading. */
interface ReadOptions {
  /** The options that all sizes share. A fact of the fragrance has its field. An option with a size is not included. */
  shared: readonly (Option & { field: SourceField | undefined })[];
  /** For each size, the value that may be its millilitres, and the values that differ from other sizes. */
  sizes: readonly { size: string; differs: readonly string[] }[];
}

/**
 * Reads the options of a product. A program may write their names in only one row for all rows of the product.
 * @param sizes - the rows of `family` that are sizes.
 * @param oneSize - the value of a product without sizes.
 */
export function readOptions(
  family: readonly SourceRow[],
  sizes: readonly SourceRow[],
  oneSize: string | undefined,
): ReadOptions {
  const key = ({ name }: Option) => name.trim().toLowerCase();
  const names = family[0]?.options.map(
    (_, at) => family.find(({ options }) => options[at]?.name)?.options[at]?.name ?? '',
  );
  const named = ({ options }: SourceRow): Option[] =>
    options
      .map(({ name, value }, at) => ({ name: name || (names?.[at] ?? ''), value }))
      .filter(({ value }) => value !== '' && value !== oneSize);
  const all = sizes.map(named);
  const differs = (wanted: Option) => {
    const same = (one: Option) => key(one) === key(wanted);
    return new Set(all.map((options) => options.find(same)?.value)).size > 1;
  };
  const others = family.flatMap(named).filter((one) => !differs(one));
  // The first row with the option counts.
  const shared = new Map(others.toReversed().map((one) => [key(one), one]));
  return {
    shared: [...shared.values()]
      .map((one) => ({ ...one, field: factOf(one) }))
      .filter(({ field, value }) => field || onlySize(value) === undefined),
    sizes: all.map((options) => ({
      size: options.find(isSize)?.value ?? '',
      differs: options.filter(differs).map(({ value }) => value),
    })),
  };
}
