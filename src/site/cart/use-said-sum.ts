import { type RefObject, useEffect, useRef, useState } from 'react';

/** Milliseconds in which a changed sum counts as the shopper's own change: a place may have to load first. */
const OWN = 10_000;
/** Milliseconds to wait for another change, so that three quick clicks announce one sum. */
const PAUSE = 800;

/** When the shopper last changed something that affects the sum, in milliseconds of this page. */
export type LastChange = RefObject<number>;

export const useLastChange = (): LastChange => useRef(Number.NEGATIVE_INFINITY);
export const noteChange = (lastChange: LastChange) => {
  lastChange.current = performance.now();
};

/**
 * Returns the text for a status about a sum: the whole sum, once, after the shopper changed it. Other changes, such as
 * a price that has just been fetched, are not announced.
 */
export function useSaidSum(sum: string, lastChange: LastChange): string {
  const [said, setSaid] = useState('');
  const known = useRef(sum);
  useEffect(() => {
    if (known.current === sum) return;
    known.current = sum;
    if (performance.now() - lastChange.current > OWN) return;
    // An equal sum is announced again only if the text was removed.
    setSaid('');
    const timer = setTimeout(() => setSaid(sum), PAUSE);
    return () => clearTimeout(timer);
  }, [sum, lastChange]);
  return said;
}
