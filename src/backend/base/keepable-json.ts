import { isKeepable } from '#domain/keepable.ts';

/**
 * Parses JSON that a stranger wrote or encoded, once it is decoded.
 * @throws SyntaxError if it is not JSON, or has a text anywhere that no database can keep.
 */
export const parseKeepable = (text: string): unknown =>
  JSON.parse(text, (_, value) => {
    if (typeof value === 'string' && !isKeepable(value)) throw new SyntaxError('not keepable');
    return value;
  });
