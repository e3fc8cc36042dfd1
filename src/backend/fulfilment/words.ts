import { lagosMoment } from '#domain/lagos-date.ts';
import { orderNumber } from '#domain/orders/order.ts';
import type { StepOutcome } from './steps.ts';

/** Returns the result of a step as a sentence: 'Order #AB2CD is shipped (by GIG, ABC1).' */
export function stepWords(outcome: StepOutcome): string {
  const { orderId, step, courier, trackingNumber, recordedBy, at } = outcome.row;
  const name = `Order #${orderNumber(orderId)}`;
  const how = [courier && `by ${courier}`, trackingNumber].filter(Boolean).join(', ');
  const what = `${step}${how && ` (${how})`}`;
  return outcome.kind === 'recorded'
    ? `${name} is ${what}.`
    : `${name} was ${what} before, on ${lagosMoment(at)}, as ${recordedBy} has recorded.`;
}

/** The most characters of a courier's name and a tracking number together. */
export const LONGEST_SHIPMENT = 100;
