import { keepable } from '#domain/text.ts';

/** The text of a number in the JSON that is read (ECMAScript, 'JSON.parse source text access'). */
interface Source {
  source: string;
}

/**
 * Parses JSON of Flutterwave. Each number becomes the text of the JSON: amounts are naira with decimals, and
 * ids may be too long for a number. Text loses what PostgreSQL does not store (domain/text.ts).
 * @throws SyntaxError when it is not JSON.
 */
export const parseJson = (text: string): unknown =>
  JSON.parse(text, (_: string, value: unknown, context?: Source) => {
    if (typeof value === 'number') return context?.source;
    return typeof value === 'string' ? keepable(value) : value;
  });

/** Returns JSON in which an amount is a number with the digits of the text. */
export function withAmount(amount: string, fields: object): string {
  const others = JSON.stringify(fields).slice(1);
  return `{"amount":${amount}${others === '}' ? '' : ','}${others}`;
}
