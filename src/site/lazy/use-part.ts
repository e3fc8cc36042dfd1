import { useEffect, useReducer } from 'react';
import type { LazyPart } from './part.ts';

/** A part once it is wanted and has arrived. @param failed - says that it did not arrive. */
export function usePart<M>(
  part: LazyPart<M>,
  wanted: boolean,
  failed: () => void = () => {},
): M | undefined {
  const [, arrived] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (wanted && !part.now) part.load().then(arrived, failed);
  }, [part, wanted, failed]);
  return wanted ? part.now : undefined;
}
