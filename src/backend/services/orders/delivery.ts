import type { KeptDelivery } from '#backend/db/tables/order-tables.ts';
import { delivery } from '#config/delivery.ts';
import { promiseDelivery } from '#domain/delivery/promise.ts';

/**
 * What an order to a state that is paid at a time (ms) is promised, by the shop's facts. Null when nothing can be promised
 * (domain/delivery/promise.ts).
 */
export function keptDelivery(state: string | null, paidAt: number): KeptDelivery | null {
  const promise = promiseDelivery(delivery, state, paidAt);
  if (!promise) return null;
  const { orderBy, ...dates } = promise;
  return { ...dates, state };
}
