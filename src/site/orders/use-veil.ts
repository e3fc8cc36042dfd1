import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Hides an element while the page is in the back/forward cache, so that it does not flash on return after a logout: the
 * session is read again first. `onReturn` runs on return.
 */
export function useVeil(element: RefObject<HTMLElement | null>, onReturn: () => void): void {
  const returned = useEffectEvent(onReturn);

  useEffect(() => {
    const leave = ({ persisted }: PageTransitionEvent) =>
      element.current?.classList.toggle('invisible', persisted);
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      returned();
      // After the stores have updated, before the next frame.
      requestAnimationFrame(() => element.current?.classList.remove('invisible'));
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', back);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', back);
    };
  }, [element]);
}
