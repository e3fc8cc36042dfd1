import { CARD_FACTS, type CardFactName, withUnit } from './product-facts.ts';

/**
 * The optional facts of a product, each declared once. From here follow its reader and schema in the contract, the
 * product API's answers and snapshot, import and export, the form of the back office, the page, the feeds and the
 * search on the device. By hand remain its column in the table `products` with the migration, its name in
 * contract/README.md, and the words that the API's own search has of it (the function product_words_of in the
 * database). One on cards begins in product-facts.ts.
 */
export interface ProductField {
  /** A text, or a whole number. Absent in the contract, null in the database and an empty cell mean that nothing is known. */
  kind: 'text' | 'whole';
  /** The longest text in characters, or the largest number. The smallest number is 1. */
  most: number;
  /** Its column in a merchant's file, and in the table unless `column` says otherwise. */
  csv: string;
  column?: string;
  /** What the back office calls it, and what help stands beside it. */
  label: string;
  hint?: string;
  /** The part of the form that has it. */
  section: 'size' | 'set' | 'origin';
  /** The extension that has it. Those of the origin stand in the object `provenance`. */
  extension:
    | 'product.facts'
    | 'product.group'
    | 'product.set'
    | 'product.sample'
    | 'product.provenance';
  /** What the product's page and Google's feed call it; the page says facts of the origin under 'Is it real?'. */
  page?: string;
  /** Stands after the number: 'ml'. */
  unit?: string;
  /** Whether shoppers find the product by it. */
  searched?: boolean;
  /** What it may be. */
  example: string | number;
}

/** Those on cards are of the kind and unit that product-facts.ts says. */
type CardFields = { [Name in CardFactName]: ProductField & (typeof CARD_FACTS)[Name] };

const origin = {
  kind: 'text',
  most: 120,
  section: 'origin',
  extension: 'product.provenance',
} as const;

/** By their names in the contract, in the order of files, forms and pages. */
export const PRODUCT_FIELDS = {
  concentration: {
    ...CARD_FACTS.concentration,
    most: 60,
    csv: 'concentration',
    label: 'Concentration',
    hint: 'Such as Eau de Parfum',
    section: 'size',
    extension: 'product.facts',
    page: 'Concentration',
    example: 'Eau de Parfum',
  },
  sizeMl: {
    ...CARD_FACTS.sizeMl,
    most: 100_000,
    csv: 'size_ml',
    label: 'Size in ml',
    section: 'size',
    extension: 'product.facts',
    page: 'Size',
    example: 100,
  },
  group: {
    kind: 'text',
    most: 120,
    csv: 'group',
    column: 'size_group',
    label: 'Group of sizes',
    hint: 'Products with the same word here are sizes of one fragrance, at most twelve, such as oud-wood.',
    section: 'size',
    extension: 'product.group',
    example: 'oud-wood',
  },
  parts: {
    kind: 'text',
    most: 4000,
    csv: 'set_parts',
    label: 'Parts of a set',
    hint: 'Ids of its parts, such as oud-2ml amber-2ml*2. Its stock is what theirs allows.',
    section: 'set',
    extension: 'product.set',
    example: 'oud-2ml amber-2ml rose-2ml',
  },
  choose: {
    kind: 'whole',
    most: 40,
    csv: 'set_choose',
    label: 'Parts that the shopper chooses',
    hint: 'Empty: the set has all of them.',
    section: 'set',
    extension: 'product.set',
    example: 2,
  },
  sample: {
    kind: 'whole',
    most: 1,
    csv: 'sample',
    label: 'Sample',
    hint: '1 for a size to try, which stands beside the bottles of its group.',
    section: 'size',
    extension: 'product.sample',
    example: 1,
  },
  importer: {
    ...origin,
    csv: 'importer',
    label: 'Importer',
    page: 'Imported by',
    example: 'Importer Limited, Lagos',
  },
  boughtFrom: {
    ...origin,
    csv: 'bought_from',
    label: 'Bought from',
    page: 'Bought from',
    example: 'Brand, Dubai',
  },
  batch: { ...origin, csv: 'batch', label: 'Batch', page: 'Batch', example: '1A2B' },
  nafdacNumber: {
    ...origin,
    csv: 'nafdac_number',
    label: 'NAFDAC number',
    page: 'NAFDAC number',
    example: '02-0000',
  },
  seal: { ...origin, csv: 'seal', label: 'Seal', page: 'Seal', example: 'Sealed in its box' },
} as const satisfies Record<string, ProductField> & CardFields;

type Fields = typeof PRODUCT_FIELDS;
export type FieldName = keyof Fields;
/** The names of those that stand in the object `provenance`, and of the others. */
export type OriginName = {
  [Name in FieldName]: Fields[Name]['section'] extends 'origin' ? Name : never;
}[FieldName];
export type FactName = Exclude<FieldName, OriginName>;
export type ValueOf<Name extends FieldName> = Fields[Name]['kind'] extends 'text' ? string : number;
type ColumnOf<Field> = Field extends { column: infer Column extends string }
  ? Column
  : Field extends { csv: infer Column extends string }
    ? Column
    : never;

/** The fields by their columns in the table; null where nothing is known. */
export type FieldColumns = {
  [Name in FieldName as ColumnOf<Fields[Name]>]: ValueOf<Name> | null;
};

/** A field with its name in the contract and its column in the table. */
export type NamedField = ProductField & {
  name: FieldName;
  csv: Fields[FieldName]['csv'];
  column: keyof FieldColumns;
};

export const productFields: readonly NamedField[] = Object.entries(PRODUCT_FIELDS).map(
  ([name, field]) => ({ column: field.csv, ...field, name }) as unknown as NamedField,
);
export const isOrigin = ({ section }: ProductField) => section === 'origin';

/** What is known of a product: the fields as the contract has them. */
export type Known = { [Name in FactName]?: ValueOf<Name> | undefined } & {
  provenance?: { [Name in OriginName]?: string | undefined } | undefined;
};

/** Whether a field says something of a bottle, which a set is not. */
const isOfBottle = ({ section }: ProductField) => section === 'size';

/** What a page and a feed list of a product. The origin stands apart. */
export const listedFacts = (product: Known) =>
  factsOf(product).filter(
    ({ field }) => field.page && !isOrigin(field) && !(product.parts && isOfBottle(field)),
  );

/** A field that is known of a product, with its value as people read it: '100 ml'. */
export const factsOf = (product: Known) =>
  productFields.flatMap((field) => {
    const from: { [Name in FieldName]?: string | number | undefined } = isOrigin(field)
      ? (product.provenance ?? {})
      : (product as { [Name in FactName]?: string | number | undefined });
    const value = from[field.name];
    return value ? [{ field, text: withUnit(value, field.unit) }] : [];
  });
