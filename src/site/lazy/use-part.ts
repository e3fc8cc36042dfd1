import { useEffect, useReducer } from 'react';
import type { LazyPart } from './part.ts';

const silent = () => {};

/** A part once it is wanted and has arrived. `failed` is called when it does not arrive: a press must say so. */
export function usePart<M>(part: LazyPart<M>, wanted: boolean, failed = silent): M | undefined {
  const [, arrived] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (wanted && !part.now) part.load().then(arrived, failed);
  }, [part, wanted, failed]);
  return wanted ? part.now : undefined;
}
