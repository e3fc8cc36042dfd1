import { seller } from './closing.ts';
import type { Draft, Part, Words } from './draft.ts';
import { emailHtml } from './email-html.ts';

/** An email, written out. */
export interface Email {
  /** The subject, such as an order. An id is sent once. */
  id: string;
  recipient: string;
  subject: string;
  /** Minutes after which it is worthless and no longer tried. Four days by default. */
  lifetimeMinutes?: number;
  /** When it was sent, for one that an earlier database sent. */
  sentAt?: Date | null;
  /** It waits until this time, during which its event can be undone. */
  heldUntil?: Date;
  text: string;
  html: string;
  /** The address for a mail program, which stops such emails by one POST (RFC 8058), absolute. */
  unsubscribeUrl?: string | null;
}

/** Writes the plain text and the HTML of an email from the same parts, so that both agree. */
export function writeEmail({ title, parts, closing, ...envelope }: Draft): Email {
  const text = [title, ...parts.map(plainPart), plainWords(closing), seller()].join('\n\n');
  return { ...envelope, text, html: emailHtml({ title, parts, closing }) };
}

function plainPart(part: Part): string {
  if ('words' in part) return plainWords(part.words);
  if ('code' in part) return part.code;
  if ('list' in part) return part.list.map(oneLine).join('\n');
  const rows = 'facts' in part ? part.facts : [...part.bill, ...part.sums];
  return rows.map(([name, value]) => `${name}: ${oneLine(value)}`).join('\n');
}

/** Removes line breaks, so that typed text cannot forge a separate line. */
const oneLine = (text: string) => text.replace(/\s*[\n\r\u2028\u2029]+\s*/g, ' ');

/** Writes words as plain text. A web link is followed by its address; a phone number or email address needs none. */
function plainWords(words: Words): string {
  if (typeof words === 'string') return words;
  return words
    .map((word) => {
      if (typeof word === 'string') return word;
      return /^https?:/.test(word.href) ? `${word.text}: ${word.href}` : word.text;
    })
    .join('');
}
