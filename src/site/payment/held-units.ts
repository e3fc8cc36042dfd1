import { askStatus } from './open-payments.ts';
import { type BegunPayment, openPaymentsOf } from './payments-store.ts';

/** Ms for which an unpaid order is believed to hold its units on a backend that does not say. Ours holds them as long. */
const HELD_FOR = 60 * 60 * 1000;

/**
 * Her unpaid orders may hold units of these products, which then look sold out to her. Asks whether those orders were
 * paid: a paid one takes its products out of the cart. Returns the units by product id that she may keep in her cart,
 * or none if the shop's answer has counted them already (extension `live.own`).
 */
export async function heldUnits(
  short: readonly string[],
  counted: boolean,
): Promise<ReadonlyMap<string, number>> {
  const now = Date.now();
  const open = openPaymentsOf(short, now);
  const held = new Map<string, number>();
  if (!open[0]) return held;
  const ask = async ({ reference, begunAt, quantities }: BegunPayment) => {
    const status = reference ? await askStatus(reference) : undefined;
    if (counted || now - begunAt >= HELD_FOR || (status ?? 'pending') !== 'pending') return;
    for (const [id, units] of Object.entries(quantities)) {
      held.set(id, Math.max(held.get(id) ?? 0, units));
    }
  };
  await Promise.all(open.map(ask));
  return held;
}
