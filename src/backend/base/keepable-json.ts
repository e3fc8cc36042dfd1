import { isKeepable } from '#domain/keepable.ts';

/**
 * Parses JSON from an unknown writer, after decoding.
 * @throws SyntaxError if it is not JSON, or contains a text that no database can store.
 */
export const parseKeepable = (text: string): unknown =>
  JSON.parse(text, (_, value) => {
    if (typeof value === 'string' && !isKeepable(value)) throw new SyntaxError('not keepable');
    return value;
  });
