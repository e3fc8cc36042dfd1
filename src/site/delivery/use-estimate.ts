import { useEffect, useState } from 'react';
import type { ShippingPlace } from '#contract/app-data.ts';
import { loadModule } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';
import type { DeliveryEstimate } from './estimate.ts';

/** The rule and the holidays, which a form needs only once it has a place. */
const estimatePart = lazyPart(() => import('./estimate.ts'));

/** The estimate for a place, renewed twice a minute; undefined without a place, and until the rule has loaded. */
export function useEstimate(
  place: ShippingPlace | undefined,
  state: string,
): DeliveryEstimate | undefined {
  const [, setTick] = useState(0);
  const wanted = place !== undefined;
  useEffect(() => {
    if (!wanted) return;
    const again = () => setTick((tick) => tick + 1);
    // Without the rule there is no date. The fee stands, and it is tried again when there is a line.
    const load = () => void (navigator.onLine && loadModule(estimatePart).then(again, () => {}));
    load();
    addEventListener('online', load);
    const timer = setInterval(again, 30_000);
    return () => {
      removeEventListener('online', load);
      clearInterval(timer);
    };
  }, [wanted]);
  return place && estimatePart.now?.estimateDelivery(place, state);
}
