import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useHydrated } from '#site/lazy/use-hydrated.ts';
import { $proof, type Proof } from './proof-store.ts';

/**
 * Returns the proof of this tab; null before hydration. `elsewhere` returns the page to open if the proof does not
 * belong here. The guard in the head redirects such a visitor on load, but not on return by the back/forward cache.
 */
export function useProof(elsewhere: (proof: Proof | null) => string | undefined): Proof | null {
  const proof = useStore($proof, { ssr: () => null });
  const hydrated = useHydrated();
  const path = hydrated ? elsewhere(proof) : undefined;
  useEffect(() => {
    // On a hidden page the guard is already redirecting.
    if (path && !document.documentElement.hidden) location.replace(path);
  }, [path]);
  return path ? null : proof;
}
