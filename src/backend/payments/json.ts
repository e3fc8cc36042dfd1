/**
 * Parses JSON of Paystack. Text loses its NUL characters, which PostgreSQL does not store.
 * @throws SyntaxError when it is not JSON.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_, value) =>
    typeof value === 'string' ? value.replaceAll('\u0000', '') : value,
  );
}
