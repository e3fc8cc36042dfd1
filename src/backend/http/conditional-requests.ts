/** Conditional and range requests for bytes with a strong entity tag (RFC 9110, sections 13 and 14). */

/** Whether the client already has the content, by its `If-None-Match`. The answer is then 304. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

/** Bytes `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Returns the part in `Range`. Null means the whole: without a header, for a malformed one or several parts, or if
 * `If-Range` names other bytes. 'unsatisfiable' is answered with 416.
 * @param size - the total number of bytes.
 */
export function wantedRange(
  headers: { range: string | undefined; ifRange: string | undefined },
  etag: string,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  // A date cannot distinguish two versions within one second, so only a tag is accepted.
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
