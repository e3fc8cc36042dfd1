import { Gauge, Histogram, type Registry } from '@prometheus-io/client';
import type { StoreCall } from '#backend/media/objects/outages.ts';

/** Seconds. A call is tried three times, of four seconds each. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12];

/** Counts the calls to the S3 store of pictures and their seconds. @returns the recorder of each call */
export function storeCalls(registry: Registry): (call: StoreCall) => void {
  const seconds = new Histogram({
    name: 'turare_picture_store_call_duration_seconds',
    help: 'Seconds of a call to the S3 store of pictures, its further tries included',
    labelNames: ['call', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return ({ call, outcome, seconds: took }) => seconds.observe({ call, outcome }, took);
}

/** Reports whether the store of pictures answers. A folder always does. */
export function storeState(registry: Registry, isUp: () => boolean): void {
  new Gauge({
    name: 'turare_picture_store_up',
    help: '1 while the store of pictures answers',
    registers: [registry],
    collect() {
      this.set(isUp() ? 1 : 0);
    },
  });
}
