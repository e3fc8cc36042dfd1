import { useEffect, useReducer } from 'react';
import { type LazyModule, loadModule, quiet } from './load-module.ts';

/** A part once it is wanted and has arrived. `failed` is called when it does not arrive: a press must say so. */
export function usePart<M>(part: LazyModule<M>, wanted: boolean, failed = quiet): M | undefined {
  const [, arrived] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (wanted && !part.now) loadModule(part).then(arrived, failed);
  }, [part, wanted, failed]);
  return wanted ? part.now : undefined;
}
