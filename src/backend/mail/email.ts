import { SELLER } from './closing.ts';
import type { Draft, Part, Words } from './draft.ts';
import { letterHtml } from './email-html.ts';

/** A mail, written out. */
export interface Letter {
  /** What it is about; the same id is sent once. */
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
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
