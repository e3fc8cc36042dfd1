import { useEffect, useReducer } from 'react';
import { type LazyModule, loadModule, quiet } from './load-module.ts';

/** Returns a part once it is wanted and has arrived. Calls `failed` when it does not arrive: after a click, say so. */
export function usePart<M>(part: LazyModule<M>, wanted: boolean, failed = quiet): M | undefined {
  const [, arrived] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (wanted && !part.now) loadModule(part).then(arrived, failed);
  }, [part, wanted, failed]);
  return wanted ? part.now : undefined;
}
