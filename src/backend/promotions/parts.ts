/** A part of a promotion, as the form of the back office asks for it and the command explains it. */
interface Part {
  label: string;
  hint?: string;
  /** What it may be, with the words for it. The first one is chosen in a new form. */
  options?: readonly (readonly [value: string, words: string])[];
}

/** What a promotion is made of, by the names in form and command. */
export const PARTS = {
  label: { label: 'What shoppers read', hint: 'Such as Harmattan sale.' },
  kind: {
    label: 'What it takes off',
    options: [
      ['per_cent', 'Per cent'],
      ['naira', 'Naira'],
      ['delivery', 'The delivery'],
      ['units', 'Free units'],
    ],
  },
  value: {
    label: 'How much',
    hint: '10 per cent: 10; ₦5,000: 5000; states: Lagos|Ogun, or none for all; buy 2, get 1: 2+1.',
  },
  code: {
    label: 'Code',
    hint: "Such as HARMATTAN. 'automatic' counts without one; 'later' has codes for one use each.",
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
  names: { label: 'Their names', hint: 'With | between them; of products their ids.' },
  from: {
    label: 'From an amount of',
    hint: 'Naira that these products cost at least. Empty for any amount.',
  },
  begins: { label: 'Begins', hint: 'In Lagos: 2026-12-01, or 2026-12-01 08:00. Empty: at once.' },
  ends: { label: 'Ends', hint: 'A day counts to its end. Empty until it is stopped.' },
  limit: { label: 'Uses in all', hint: 'Empty for no limit.' },
  per_customer: { label: 'Uses of one customer', hint: 'Empty for no limit.' },
  adds_up: {
    label: "With a product's own discount",
    options: [
      ['no', 'The better of both counts, product by product'],
      ['yes', 'It adds to it'],
    ],
  },
} as const satisfies Record<string, Part>;
export type PartName = keyof typeof PARTS;
/** A promotion as somebody types it. */
export type TypedPromotion = Partial<Record<PartName, string>>;

export const parts: readonly (Part & { name: PartName })[] = Object.entries<Part>(PARTS).map(
  ([name, part]) => ({ ...part, name: name as PartName }),
);

/** The most codes that are made at once. */
export const MOST_CODES = 10_000;
