import { parseArgs } from 'node:util';
import type { StepWish } from '#backend/services/fulfilment/steps.ts';
import { LONGEST_SHIPMENT } from '#backend/services/fulfilment/words.ts';
import type { RefundWish } from '#backend/services/refunds/request.ts';
import { ownerBy } from '#scripts/who.ts';

/** A step of orders, or a refund of one. */
export type StepTask =
  | { command: 'step'; names: string[]; wish: StepWish }
  | { command: 'refund'; name: string; wish: RefundWish }
  | { command: 'refunded'; name: string; wish: RefundWish };

const text = { type: 'string' } as const;
const MOST_LETTERS = LONGEST_SHIPMENT;

/** Reads `refund <order> [<naira>]`, or the same of `refunded`. @throws Error with a sentence. */
export function readRefund(command: 'refund' | 'refunded', args: string[]): StepTask {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { by: text, reason: text, key: text, restock: { type: 'boolean', default: false } },
  });
  const [name, amount, ...more] = positionals;
  if (name === undefined || more.length > 0) {
    throw new Error(
      `${command} takes one order, and an amount in naira if not all of it is paid back`,
    );
  }
  const amountKobo = amount === undefined ? null : readNaira(amount);
  if (amountKobo === undefined) {
    throw new Error(`An amount is in naira, such as 12500 or 12500.50, and was '${amount}'`);
  }
  const { by, reason, key, restock } = values;
  const long = Object.entries({ by, reason, key }).find(
    ([, value]) => (value ?? '').length > MOST_LETTERS,
  );
  if (long) throw new Error(`--${long[0]} takes ${MOST_LETTERS} letters at most`);
  const wish = {
    amountKobo,
    key: key?.trim() || null,
    reason: reason?.trim() || null,
    actor: ownerBy(by),
    restock,
  };
  return { command, name, wish };
}

/** Kobo of an amount in naira: '12500', '12,500.50', '₦12,500'. Undefined for anything else, and for nothing. */
function readNaira(amount: string): number | undefined {
  const plain = amount.replace(/^₦\s*/, '');
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return undefined;
  const [naira = '', kobo = ''] = plain.replaceAll(',', '').split('.');
  return Number(naira + kobo.padEnd(2, '0')) || undefined;
}

/** The commands that record a step, and the step. */
export const STEPS = {
  pack: 'packed',
  ship: 'shipped',
  deliver: 'delivered',
  return: 'returned',
} as const;

/** Reads a command of STEPS. @throws Error with a sentence. */
export function readStep(command: keyof typeof STEPS, args: string[]): StepTask {
  const knowing = { 'despite-dispute': { type: 'boolean', default: false } } as const;
  const restocking = { restock: { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      by: text,
      ...(command === 'return' && restocking),
      ...((command === 'pack' || command === 'ship') && knowing),
    },
  });
  const actor = ownerBy(values.by);
  const known = values['despite-dispute'] === true && { despiteDispute: true };
  const facts = positionals.filter((word) => word.includes('='));
  const names = positionals.filter((word) => !word.includes('='));
  if (names.length === 0) throw new Error(`${command} takes one or more orders`);
  const step = STEPS[command];
  if (step !== 'shipped') {
    if (facts.length > 0) throw new Error(`${command} does not know '${facts[0]}'`);
    if (step !== 'returned') return { command: 'step', names, wish: { step, actor, ...known } };
    return { command: 'step', names, wish: { step, actor, restock: values.restock === true } };
  }
  const fact = (name: string) =>
    facts
      .find((word) => word.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .trim();
  const odd = facts.find((word) => !/^(courier|tracking)=/.test(word));
  if (odd) throw new Error(`ship takes courier=… and tracking=…, and not '${odd}'`);
  const courier = fact('courier');
  if (!courier) throw new Error('ship needs the courier: courier=GIG');
  const trackingNumber = fact('tracking') || null;
  if (trackingNumber !== null && names.length > 1) {
    throw new Error('A tracking number belongs to one order: ship them one by one');
  }
  if (`${courier}${trackingNumber ?? ''}`.length > MOST_LETTERS) {
    throw new Error(`courier and tracking have ${MOST_LETTERS} letters at most`);
  }
  return { command: 'step', names, wish: { step, actor, courier, trackingNumber, ...known } };
}
