import { readNaira } from '#backend/base/amounts.ts';
import { LONGEST_SHIPMENT } from '#backend/fulfilment/words.ts';
import {
  ADMIN_STATUSES,
  isAdminStatus,
  isDay,
  type OrderFilter,
} from '#backend/order-book/filter.ts';
import type { RefundRequest } from '#backend/refunds/request.ts';
import type { Actor } from '#backend/staff/actor.ts';

/** Reads which orders the options select. @throws Error with a sentence. */
export function readFilter(
  options: {
    [Name in 'status' | 'day' | 'from' | 'to' | 'find']?: string | undefined;
  } & { 'to-pack': boolean },
): OrderFilter {
  const { status, day, from, to, find, 'to-pack': toPack } = options;
  if (status !== undefined && !isAdminStatus(status)) {
    throw new Error(`--status is one of ${ADMIN_STATUSES.join(', ')}, and was '${status}'`);
  }
  for (const [name, value] of Object.entries({ day, from, to })) {
    if (value !== undefined && !isDay(value)) {
      throw new Error(`--${name} takes a day such as 2026-11-21, and was '${value}'`);
    }
  }
  if (day !== undefined && (from !== undefined || to !== undefined)) {
    throw new Error('--day is one day: leave out --from and --to');
  }
  if (from !== undefined && to !== undefined && from > to) {
    throw new Error(`--from ${from} is after --to ${to}`);
  }
  return { status, from: day ?? from, to: day ?? to, toPack, find };
}

/** Reads the refund of `<order> [<naira>]`. @throws Error with a sentence. */
export function readRefund({
  words: [name = '', amount],
  options: { reason, key, restock, for: what },
  actor,
}: {
  words: readonly string[];
  options: { [Name in 'reason' | 'key' | 'for']?: string | undefined } & { restock: boolean };
  actor: Actor;
}): { name: string; request: RefundRequest } {
  const amountKobo = amount === undefined ? null : readNaira(amount);
  if (amountKobo === undefined || amountKobo === 0) {
    throw new Error(`An amount is in naira, such as 12500 or 12500.50, and was '${amount}'`);
  }
  for (const [option, value] of Object.entries({ by: actor.name, reason, key })) {
    if ((value ?? '').length > LONGEST_SHIPMENT) {
      throw new Error(`--${option} takes up to ${LONGEST_SHIPMENT} characters`);
    }
  }
  const [said, other] = [reason?.trim() || null, key?.trim() || null];
  return { name, request: { amountKobo, key: other, for: what, reason: said, actor, restock } };
}

/** Reads `<order>… courier=<name> [tracking=<number>]`. @throws Error with a sentence. */
export function readShipment(words: readonly string[]) {
  const facts = words.filter((word) => word.includes('='));
  const names = words.filter((word) => !word.includes('='));
  if (names.length === 0) throw new Error('ship takes one or more orders');
  const odd = facts.find((word) => !/^(courier|tracking)=/.test(word));
  if (odd) throw new Error(`ship takes courier=… and tracking=…, and not '${odd}'`);
  const fact = (name: string) =>
    facts
      .find((word) => word.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .trim();
  const [courier, trackingNumber] = [fact('courier'), fact('tracking') || null];
  if (!courier) throw new Error('ship needs the courier: courier=GIG');
  if (trackingNumber !== null && names.length > 1) {
    throw new Error('A tracking number belongs to one order: ship them one by one');
  }
  if (`${courier}${trackingNumber ?? ''}`.length > LONGEST_SHIPMENT) {
    throw new Error(`courier and tracking can each have up to ${LONGEST_SHIPMENT} characters`);
  }
  return { names, courier, trackingNumber };
}
