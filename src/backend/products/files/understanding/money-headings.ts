import { currencyOf } from '#backend/base/amounts.ts';

/** Matches letters that stand for a currency only at the end of a heading. */
const LETTERS = /^(?:n|r|dh|rs|sr|tl)$/i;
const BRACKETED = /[([]\s*(?:in\s+)?([^\s()[\]]+(?:\scfa)?)\s*[)\]]/i;

/** Splits the heading of a price into its currency and the rest: 'Price ($)', 'USD price', 'Price in naira'. */
export function moneyHeading(heading: string): { text: string; currency: string | undefined } {
  const text = heading.trim();
  const [bracket = '', inside = ''] = BRACKETED.exec(text) ?? [];
  const bracketed = currencyOf(inside.replace(/\.$/, ''));
  if (bracketed) return { text: tidy(text.replace(bracket, ' ')), currency: bracketed };
  const words = text
    .split(/[\s_:\-/]+|(?<=[\w\s])(?=[₦$£€₵₹])|(?<=[₦$£€₵₹])(?=\w)/)
    .filter(Boolean);
  const at = words.findIndex(
    (word, index) =>
      currencyOf(word) !== undefined && (index === words.length - 1 || !LETTERS.test(word)),
  );
  if (at < 0) return { text, currency: undefined };
  const rest = words.filter(
    (word, index) => index !== at && !(index === at - 1 && /^in$/i.test(word)),
  );
  return { text: rest.join(' ') || 'price', currency: currencyOf(words[at] ?? '') };
}

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
