/** A link whose words say where it goes. */
export interface Link {
  text: string;
  href: string;
}

/** A sentence or two, which may contain links. A link alone is a button. */
export type Words = string | readonly (string | Link)[];

/** A name and its value. */
export type Row = readonly [name: string, value: string];

/** A row of a bill. `picture`: the absolute address of one 80 pixels wide and 100 high, which says no more than the name. */
export type BillRow = readonly [name: string, value: string, picture?: string | undefined];

/** A part of an email. The plain text and the HTML both contain it. */
export type Part =
  | { words: Words }
  /** A one-time code. */
  | { code: string }
  | { list: readonly string[] }
  /** Named facts. */
  | { facts: readonly Row[] }
  /** What was bought and what it cost, followed by the sums. */
  | { bill: readonly BillRow[]; sums: readonly Row[] };

/** An email before it is written out. */
export interface Draft {
  id: string;
  recipient: string;
  subject: string;
  /** Minutes after which it is worthless and no longer tried. Four days by default. */
  lifetimeMinutes?: number;
  /** Where a mail program stops such emails by one POST (RFC 8058), absolute. */
  unsubscribeUrl?: string;
  title: string;
  parts: readonly Part[];
  /** Small print at the end: whom to ask. */
  closing: Words;
}
