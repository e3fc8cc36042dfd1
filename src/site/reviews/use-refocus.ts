import { useLayoutEffect, useRef } from 'react';

/**
 * When what may have held the focus is drawn no more, the focus goes to `place`, and not to nowhere. Whoever has gone on
 * meanwhile is left where she is.
 */
export function useRefocus(drawn: boolean, place: () => HTMLElement | null | undefined): void {
  const before = useRef(drawn);
  useLayoutEffect(() => {
    const gone = before.current && !drawn;
    before.current = drawn;
    if (gone && document.activeElement === document.body) place()?.focus();
  });
}
