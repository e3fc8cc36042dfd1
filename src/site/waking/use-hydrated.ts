import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** false on the server and while hydrating: what only this device knows is not drawn yet. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
