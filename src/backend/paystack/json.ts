import { keepable } from '#domain/text.ts';

/**
 * Parses JSON of Paystack. Text loses what PostgreSQL does not store (domain/text.ts).
 * @throws SyntaxError when it is not JSON.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? keepable(value) : value));
}
