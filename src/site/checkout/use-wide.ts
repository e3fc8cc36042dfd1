import { useSyncExternalStore } from 'react';
import { FROM_LG } from '#site/styles/breakpoints.ts';

const subscribe = (changed: () => void) => {
  const query = matchMedia(FROM_LG);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether there is room for two columns. The server renders for a phone. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(FROM_LG).matches,
    () => false,
  );
}
