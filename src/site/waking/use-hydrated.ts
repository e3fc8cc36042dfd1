import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** false on the server and while hydrating, when nothing may be drawn that only this device knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
