/** A link whose words say where it goes. */
export interface Link {
  text: string;
  href: string;
}

/** A sentence or two; a link may stand among the words. */
export type Words = string | readonly (string | Link)[];

/** A name and what belongs to it. */
export type Row = readonly [name: string, value: string];

/** What a letter is made of. Each part is said in the plain text and in the HTML alike. */
export type Part =
  | { words: Words }
  /** A one-time code. */
  | { code: string }
  | { list: readonly string[] }
  /** Facts by name. */
  | { facts: readonly Row[] }
  /** What was bought and what it cost, and then the sums. */
  | { bill: readonly Row[]; sums: readonly Row[] };

/** A letter before it is written out. */
export interface Draft {
  id: string;
  recipient: string;
  subject: string;
  title: string;
  parts: readonly Part[];
  /** Stands small at the end: whom to ask. */
  closing: Words;
}
