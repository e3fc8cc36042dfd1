import { useSyncExternalStore } from 'react';

/** The breakpoint `lg` of tokens.css, from which the summary is beside the form. */
const LARGE = '(min-width: 64rem)';

const subscribe = (changed: () => void) => {
  const query = matchMedia(LARGE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/** Whether there is room for two columns. The server renders for a phone. */
export function useWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(LARGE).matches,
    () => false,
  );
}
