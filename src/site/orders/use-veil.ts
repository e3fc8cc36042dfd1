import { type RefObject, useEffect, useRef } from 'react';

/**
 * Makes a part of the page invisible while the page lies in the back/forward cache, so that whoever goes back to it
 * after a logout does not see it flash up: the session is read again before the veil goes. `onReturn` then runs.
 */
export function useVeil(part: RefObject<HTMLElement | null>, onReturn: () => void): void {
  const returned = useRef(onReturn);
  returned.current = onReturn;

  useEffect(() => {
    const leave = ({ persisted }: PageTransitionEvent) =>
      part.current?.classList.toggle('invisible', persisted);
    const back = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      returned.current();
      // Before the next frame, and after all that the stores have to say about this one.
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
