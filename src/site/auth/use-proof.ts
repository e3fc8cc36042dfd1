import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useHydrated } from '#site/waking/use-hydrated.ts';
import { $proof, type Proof } from './proof-store.ts';

/**
 * What is being proved here; null until this device has been asked. `elsewhere` gives the page to go to with a proof
 * that is none of this page's: the guard in the head has sent such a visitor away, but not one who comes back out of
 * the back/forward cache. It must stay the same function.
 */
export function useProof(elsewhere: (proof: Proof | null) => string | undefined): Proof | null {
  const proof = useStore($proof, { ssr: () => null });
  const hydrated = useHydrated();
  const path = hydrated ? elsewhere(proof) : undefined;
  useEffect(() => {
    // Hidden: the guard is leaving already.
    if (path && !document.documentElement.hidden) location.replace(path);
  }, [path]);
  return path ? null : proof;
}
