/** Conditional and range requests for something whose bytes are known by a strong entity tag (RFC 9110, 13 and 14). */

/** Whether the client's `If-None-Match` names what it would get; then the answer is 304. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Bytes `start` to `end`, both of them in. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The part that a `Range` asks for: null is the whole, also where the header makes no sense, is of several parts, or
 * `If-Range` names other bytes; 'unsatisfiable' is answered with 416.
 * @param size - bytes in all.
 */
export function wantedRange(
  headers: { range: string | undefined; ifRange: string | undefined },
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  // A date there could not tell two releases of one second apart: only the tag counts.
  if (headers.ifRange !== undefined && headers.ifRange.trim() !== etag) return null;
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(headers.range ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length > 0 ? { start: size - length, end: size - 1 } : 'unsatisfiable';
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return null;
  return start < size ? { start, end } : 'unsatisfiable';
}
