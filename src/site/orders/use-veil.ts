import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Hides a part of the page while the page is in the back/forward cache, so that it does not flash up on return after a
 * logout: the session is read again first. `onReturn` runs on return.
 */
export function useVeil(part: RefObject<HTMLElement | null>, onReturn: () => void): void {
  const returned = useEffectEvent(onReturn);

  useEffect(() => {
    const leave = ({ persisted }: PageTransitionEvent) =>
      part.current?.classList.toggle('invisible', persisted);
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      returned();
      // After the stores have updated, before the next frame.
      requestAnimationFrame(() => part.current?.classList.remove('invisible'));
    };
    window.addEventListener('pagehide', leave);
    window.addEventListener('pageshow', back);
    return () => {
      window.removeEventListener('pagehide', leave);
      window.removeEventListener('pageshow', back);
    };
  }, [part]);
}
