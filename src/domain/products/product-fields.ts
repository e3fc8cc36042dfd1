import { CARD_FACTS, type CardFactName, withUnit } from './product-facts.ts';

/**
 * The optional facts of a product, each declared once. These follow from it: reader and schema in the contract, the
 * product API's answers and snapshot, import and export, the form of the back office, the page, the feeds and the
 * search on the device. These are written by hand: the column in the table `products` with the migration, the name in
 * contract/README.md, and the words for the API's own search (the function product_words_of in the database). A fact on
 * cards is first declared in product-facts.ts.
 */
export interface ProductField {
  /** A text, or a whole number. Unknown is absent in the contract, null in the database and an empty cell in a file. */
  kind: 'text' | 'whole';
  /** The longest text in characters, or the largest number. The smallest number is 1. */
  most: number;
  /** Its column in a merchant's file, and in the table unless `column` says otherwise. */
  csv: string;
  column?: string;
  /** Its name in the back office, and the help beside it. */
  label: string;
  hint?: string;
  /** Its section of the form. */
  section: 'size' | 'set' | 'origin';
  /** Its extension. Facts of the origin are in the object `provenance`. */
  extension:
    | 'product.facts'
    | 'product.group'
    | 'product.set'
    | 'product.sample'
    | 'product.provenance';
  /** Its name on the product page and in Google's feed. The page shows facts of the origin under 'Is it real?'. */
  page?: string;
  /** The unit after the number: 'ml'. */
  unit?: string;
  /** Whether shoppers can find the product by it. */
  searched?: boolean;
  /** An example value. */
  example: string | number;
}

/** Facts on cards have the kind and unit of product-facts.ts. */
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
    hint: '1 for a size to try, which is shown beside the bottles of its group.',
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
/** The names of the fields in the object `provenance`, and of the others. */
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

/** The fields by their columns in the table; null if unknown. */
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

/** The known facts of a product: the fields as in the contract. */
export type Known = { [Name in FactName]?: ValueOf<Name> | undefined } & {
  provenance?: { [Name in OriginName]?: string | undefined } | undefined;
};

/** Whether a field describes a bottle, which a set is not. */
const isOfBottle = ({ section }: ProductField) => section === 'size';

/** Returns the facts that a page and a feed list. The origin is separate. */
export const listedFacts = (product: Known) =>
  factsOf(product).filter(
    ({ field }) => field.page && !isOrigin(field) && !(product.parts && isOfBottle(field)),
  );

/** Returns the known fields of a product with their values as people read them: '100 ml'. */
export const factsOf = (product: Known) =>
  productFields.flatMap((field) => {
    const from: { [Name in FieldName]?: string | number | undefined } = isOrigin(field)
      ? (product.provenance ?? {})
      : (product as { [Name in FactName]?: string | number | undefined });
    const value = from[field.name];
    return value ? [{ field, text: withUnit(value, field.unit) }] : [];
  });
