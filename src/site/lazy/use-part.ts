import { useEffect, useReducer } from 'react';
import type { LazyPart } from './part.ts';

/** A part once it is wanted and has arrived. */
export function usePart<M>(part: LazyPart<M>, wanted: boolean): M | undefined {
  const [, arrived] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (wanted && !part.now) part.load().then(arrived, () => {});
  }, [part, wanted]);
  return wanted ? part.now : undefined;
}
