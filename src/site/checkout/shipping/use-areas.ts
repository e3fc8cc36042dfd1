import { useEffect, useState } from 'react';
import { loadModule } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';

/** The local government areas, which the form shows as cities. */
export const areasPart = lazyPart(() => import('#domain/places/areas.ts'));

/** The cities of a state: `list` is undefined until they have loaded. `again` tries once more after a failure. */
export function useAreas(state: string) {
  const [, setLoaded] = useState(areasPart.now);
  const [failed, setFailed] = useState(false);
  const wanted = state !== '' && !failed;
  useEffect(() => {
    if (wanted) loadModule(areasPart).then(setLoaded, () => setFailed(true));
  }, [wanted]);
  return { list: areasPart.now?.areasOf(state), failed, again: () => setFailed(false) };
}
