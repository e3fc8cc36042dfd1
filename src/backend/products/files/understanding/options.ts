import type { Heading, SourceField } from '#backend/products/files/formats/format.ts';
import { list } from '#backend/products/files/formats/list.ts';
import { onlySize } from './cells/sizes.ts';
import { isHeading } from './headings.ts';
import type { SourceRow } from './records.ts';

type Option = SourceRow['options'][number];

/** The fact of the fragrance that an option says, by its name. */
const factOf = ({ name }: Option): SourceField | undefined =>
  (['concentration', 'notesTop', 'notesHeart', 'notesBase'] as const).find((field) =>
    isHeading(list.columns[field] as Heading, name),
  );
const isSize = (option: Option) =>
  !factOf(option) &&
  (/size|volume|ml|weight/i.test(option.name) || onlySize(option.value) !== undefined);

/** What the options of a product say. */
interface ReadOptions {
  /** Those that all its sizes share. A fact of the fragrance has its field, and one with a size is not among them. */
  shared: readonly (Option & { field: SourceField | undefined })[];
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
  // The first row that says it counts.
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
