import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** false on the server and during hydration, when data of this device must not be rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
