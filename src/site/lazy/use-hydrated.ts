import { type RefObject, useEffect, useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns false on the server and during hydration, when data of this device must not be rendered. */
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
 * Calls `act` when a shopper first touches an element, so that later parts of the form load while she types. If she was
 * there before hydration, that counts.
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
