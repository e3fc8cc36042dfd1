/** A link whose text names its target. */
export interface Link {
  text: string;
  href: string;
}

/** A sentence or two, which may contain links. A link alone is a button. */
export type Words = string | readonly (string | Link)[];

export type Row = readonly [name: string, value: string];

/** A row of a bill. `picture`: the absolute address of a picture of 80 × 100 pixels, which adds nothing to the name. */
export type BillRow = readonly [name: string, value: string, picture?: string | undefined];

/** A part of an email. The plain text and the HTML both contain it. */
export type Part =
  | { words: Words }
  /** A one-time code. */
  | { code: string }
  | { list: readonly string[] }
  /** Named facts. */
  | { facts: readonly Row[] }
  /** The items and their prices, followed by the sums. */
  | { bill: readonly BillRow[]; sums: readonly Row[] };

/** An email before it is written out. */
export interface Draft {
  id: string;
  recipient: string;
  subject: string;
  /** Minutes after which it is worthless and no longer tried. Four days by default. */
  lifetimeMinutes?: number;
  /** The address for a mail program, which stops such emails by one POST (RFC 8058), absolute. */
  unsubscribeUrl?: string;
  title: string;
  parts: readonly Part[];
  /** Small print at the end: whom to ask. */
  closing: Words;
}
