import { type RefObject, useEffect, useRef, useState } from 'react';

/** Milliseconds for which a change of a sum is the shopper's own: a place may have to be loaded first. */
const OWN = 10_000;
/** Milliseconds to wait for a further change, so that three quick presses are followed by one sum. */
const PAUSE = 800;

/** When the shopper last did what changes a sum, in milliseconds of this page. */
export type LastChange = RefObject<number>;

export const useLastChange = (): LastChange => useRef(Number.NEGATIVE_INFINITY);
export const noteChange = (lastChange: LastChange) => {
  lastChange.current = performance.now();
};

/**
 * What a status says of a sum: the whole of it, once, after the shopper has changed it herself. What changes otherwise,
 * such as a price that has just been learned, is not said here.
 */
export function useSaidSum(sum: string, lastChange: LastChange): string {
  const [said, setSaid] = useState('');
  const known = useRef(sum);
  useEffect(() => {
    if (known.current === sum) return;
    known.current = sum;
    if (performance.now() - lastChange.current > OWN) return;
    // The same sum as before is said again only if it was taken away.
    setSaid('');
    const timer = setTimeout(() => setSaid(sum), PAUSE);
    return () => clearTimeout(timer);
  }, [sum, lastChange]);
  return said;
}
