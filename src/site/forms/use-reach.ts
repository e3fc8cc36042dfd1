import { type RefObject, useEffect } from 'react';

/** Hover, touch and keyboard focus, as in waking/table.ts. */
const REACH = ['pointerover', 'pointerdown', 'focusin'];

/**
 * Calls `act` when a shopper first reaches for an element: what the form needs later is on its way while she types. A
 * shopper who was there before hydration has reached for it already.
 */
export function useReach(element: RefObject<HTMLElement | null>, act: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first touch calls what was given first
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const reached = new AbortController();
    const reach = () => {
      reached.abort();
      act();
    };
    for (const type of REACH) current.addEventListener(type, reach, { signal: reached.signal });
    if (current.contains(document.activeElement)) reach();
    return () => reached.abort();
  }, [element]);
}
