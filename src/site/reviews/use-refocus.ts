import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to `place` when an element that may have held it is no longer `drawn`. A focus elsewhere is left
 * alone.
 */
export function useRefocus(drawn: boolean, place: () => HTMLElement | null | undefined): void {
  const before = useRef(drawn);
  useLayoutEffect(() => {
    const gone = before.current && !drawn;
    before.current = drawn;
    if (gone && document.activeElement === document.body) place()?.focus();
  });
}
