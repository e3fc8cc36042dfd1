import { SELLER } from './closing.ts';
import { letterHtml } from './letter-html.ts';

/** A mail, written out. */
export interface Letter {
  /** What it is about; the same id is sent once. */
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

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

/** Writes the plain text and the HTML of a letter from the same parts, so that neither says more than the other. */
export function writeLetter({ id, recipient, subject, title, parts, closing }: Draft): Letter {
  const text = [title, ...parts.map(plainPart), plainWords(closing), SELLER].join('\n\n');
  return { id, recipient, subject, text, html: letterHtml({ title, parts, closing }) };
}

function plainPart(part: Part): string {
  if ('words' in part) return plainWords(part.words);
  if ('code' in part) return part.code;
  if ('list' in part) return part.list.join('\n');
  const rows = 'facts' in part ? part.facts : [...part.bill, ...part.sums];
  return rows.map(([name, value]) => `${name}: ${value}`).join('\n');
}

/** A link as plain text has it; of a phone number or a mail address its words are enough. */
function plainWords(words: Words): string {
  if (typeof words === 'string') return words;
  return words
    .map((word) => {
      if (typeof word === 'string') return word;
      return /^https?:/.test(word.href) ? `${word.text}: ${word.href}` : word.text;
    })
    .join('');
}
