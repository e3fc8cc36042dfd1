/** A field of a promotion, for the form of the back office and the command's help. */
interface PromotionField {
  label: string;
  hint?: string;
  /** The options with their words. The first one is chosen in a new form. */
  options?: readonly (readonly [value: string, words: string])[];
  /** The field is shown only while this other field has one of these options. Without it, always. */
  when?: readonly [field: string, ...options: string[]];
  prefix?: string;
  inputmode?: 'decimal' | 'numeric';
  /** The field is a time: the beginning of the promotion, or its end. */
  time?: 'begins' | 'ends';
}

/** The fields of a promotion, by their names in form and command. */
export const FIELDS = {
  label: { label: 'What shoppers read', hint: 'Such as Harmattan sale.' },
  kind: {
    label: 'What it takes off',
    options: [
      ['per_cent', 'Per cent'],
      ['naira', 'Naira'],
      ['delivery', 'The delivery'],
      ['units', 'The cheapest of several units'],
    ],
  },
  per_cent: {
    label: 'Per cent',
    hint: 'Such as 10.',
    when: ['kind', 'per_cent'],
    inputmode: 'decimal',
  },
  naira: {
    label: 'Naira',
    hint: 'Such as 5000.',
    when: ['kind', 'naira'],
    prefix: '₦',
    inputmode: 'decimal',
  },
  states: {
    label: 'To which states',
    hint: 'With | between them: Lagos|Ogun. Empty for all.',
    when: ['kind', 'delivery'],
  },
  buy: { label: 'Units to pay for', when: ['kind', 'units'], inputmode: 'numeric' },
  get: {
    label: 'Units free with them',
    hint: 'With 2 to pay for, 1 is the cheapest of each three.',
    when: ['kind', 'units'],
    inputmode: 'numeric',
  },
  counts: {
    label: 'For whom it counts',
    hint: 'Codes for one use are made on its page.',
    options: [
      ['code', 'Who types its code'],
      ['codes', 'Who has a code for one use'],
      ['automatic', 'Everybody, without a code'],
    ],
  },
  code: {
    label: 'Code',
    hint: 'Letters and digits, such as HARMATTAN.',
    when: ['counts', 'code'],
  },
  for: {
    label: 'For which products',
    options: [
      ['all', 'All'],
      ['brand', 'Brands'],
      ['category', 'Categories'],
      ['group', 'Groups of sizes'],
      ['products', 'Products'],
    ],
  },
  names: {
    label: 'Their names',
    hint: 'With | between them; of products their ids.',
    when: ['for', 'brand', 'category', 'group', 'products'],
  },
  from: {
    label: 'From an amount of',
    hint: 'What these products cost at least, in naira. Empty for any amount.',
    prefix: '₦',
    inputmode: 'decimal',
  },
  begins: { label: 'Begins', hint: 'In Lagos. Empty: at once.', time: 'begins' },
  ends: { label: 'Ends', hint: 'In Lagos. Empty until it is stopped.', time: 'ends' },
  limit: { label: 'Uses in all', hint: 'Empty for no limit.', inputmode: 'numeric' },
  per_customer: {
    label: 'Uses per customer',
    hint: 'Empty for no limit.',
    inputmode: 'numeric',
  },
  first_order: {
    label: 'First order only',
    hint: 'Compared by account, email address and phone number.',
    options: [
      ['no', 'No: it counts for every order'],
      ['yes', 'Yes: it counts for the first order of a customer'],
    ],
  },
  adds_up: {
    label: "With a product's own discount",
    options: [
      ['no', 'The better of both, for each product'],
      ['yes', 'It adds to it'],
    ],
  },
} as const satisfies Record<string, PromotionField>;
export type FieldName = keyof typeof FIELDS;
export type TypedPromotion = Partial<Record<FieldName, string>>;

export const fields: readonly (PromotionField & { name: FieldName })[] =
  Object.entries<PromotionField>(FIELDS).map(([name, field]) => ({
    ...field,
    name: name as FieldName,
  }));

/** Whether the other fields ask for this one. */
export const isAsked = ({ when }: Pick<PromotionField, 'when'>, typed: TypedPromotion): boolean => {
  const [by, ...options] = when ?? [];
  return by === undefined || options.includes(typed[by as FieldName] ?? '');
};

/** Returns the condition for that: 'with kind naira'; '' for always. */
export const askedWords = ({
  when: [by, ...options] = [''],
}: Pick<PromotionField, 'when'>): string => by && `with ${by} ${options.join('|')}`;

/** The most codes that are made at once. */
export const MOST_CODES = 10_000;
