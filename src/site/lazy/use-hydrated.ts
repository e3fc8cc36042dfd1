import { type RefObject, useEffect, useSyncExternalStore } from 'react';

const never = () => () => {};

/** false on the server and during hydration, when data of this device must not be rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Hover, touch and keyboard focus, as in lazy/modules.ts. */
const REACH = ['pointerover', 'pointerdown', 'focusin'];

/**
 * Calls `act` when a shopper first reaches for an element: what the form needs later is on its way while she types. A
 * shopper who was there before hydration has reached for it already.
 */
export function useFirstTouch(element: RefObject<HTMLElement | null>, act: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first touch calls what was given first
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const touched = new AbortController();
    const touch = () => {
      touched.abort();
      act();
    };
    for (const type of REACH) current.addEventListener(type, touch, { signal: touched.signal });
    if (current.contains(document.activeElement)) touch();
    return () => touched.abort();
  }, [element]);
}
