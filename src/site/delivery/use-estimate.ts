import { useEffect, useState } from 'react';
import type { ShippingPlace } from '#contract/app-data.ts';
import { loadModule } from '#site/lazy/load-module.ts';
import { lazyPart } from '#site/lazy/part.ts';
import type { DeliveryEstimate } from './estimate.ts';

/** The rule and the holidays. A form needs them only once it has a place. */
const estimatePart = lazyPart(() => import('./estimate.ts'));

/** Returns the estimate for a place, renewed twice a minute; undefined without a place or a loaded rule. */
export function useEstimate(
  place: ShippingPlace | undefined,
  state: string,
): DeliveryEstimate | undefined {
  const [, setTick] = useState(0);
  const wanted = place !== undefined;
  useEffect(() => {
    if (!wanted) return;
    const again = () => setTick((tick) => tick + 1);
    // Without the rule there is a fee but no date. It is tried again once there is a network.
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
