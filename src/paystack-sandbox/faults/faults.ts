import * as z from 'zod';
import { faultsOf } from '#sandbox/api/json-body.ts';
import { FACES, type Face } from '#sandbox/ledger/transaction-record.ts';

/**
 * Paystack's calls that can fail: `charge` opens an account, `refund` makes a refund, `resolve` names the holder of an
 * account, `retry` sends a refund there, and those in the plural are lists.
 */
const CALLS = [
  'initialize',
  'charge',
  'verify',
  'refund',
  'refunds',
  'disputes',
  'transactions',
  'banks',
  'resolve',
  'retry',
] as const;
export type FaultyCall = (typeof CALLS)[number];

/** The faults that can be ordered, and where each may occur. */
export const FAULT_KINDS = {
  hang: { on: CALLS, does: 'never answers, and does nothing' },
  error: { on: CALLS, does: 'answers 500, and does nothing' },
  cut: {
    on: CALLS,
    does: 'does what it is asked, then cuts the connection without an answer',
  },
  html: { on: CALLS, does: 'answers 200 with a web page, and does nothing' },
  empty: { on: CALLS, does: 'answers 200 with nothing, and does nothing' },
  shape: {
    on: CALLS,
    does: 'answers 200 with JSON of another shape, and does nothing',
  },
  amount_short: { on: ['verify', 'webhook'], does: 'says that one kobo less was paid' },
  wrong_currency: { on: ['verify', 'webhook'], does: 'says that dollars were paid' },
  another_reference: {
    on: ['initialize', 'charge', 'verify', 'webhook'],
    does: 'reports another payment',
  },
  unaware: { on: ['verify'], does: 'answers as if nothing had been paid yet' },
  twice: { on: ['webhook'], does: 'sends it twice' },
  late: { on: ['webhook'], does: 'sends it after delayMs' },
  lost: { on: ['webhook'], does: 'never sends it' },
  wrong_hash: { on: ['webhook'], does: 'sends it with another hash (Flutterwave)' },
  no_hash: { on: ['webhook'], does: 'sends it without its hash (Flutterwave)' },
} as const;
export type FaultKind = keyof typeof FAULT_KINDS;

/** Where a fault occurs: in a call, or in a webhook. */
export type FaultPlace = (typeof FAULT_KINDS)[FaultKind]['on'][number];

const MOST_TIMES = 1_000_000;

const order = z
  .strictObject({
    on: z.enum([...CALLS, 'webhook']),
    kind: z.enum(Object.keys(FAULT_KINDS) as [FaultKind, ...FaultKind[]]),
    /** How often it occurs; once by default. */
    times: z.int().min(1).max(MOST_TIMES).default(1),
    /** The provider that fails. Its calls have the names of Paystack's. */
    provider: z.enum(FACES).default('paystack'),
    /** Limits the fault to payments of this shopper. */
    email: z.string().optional(),
    /** Milliseconds by which `late` is late. */
    delayMs: z.int().min(1).max(MOST_TIMES).default(5000),
    /** The other payment for another_reference. If it exists, verify answers with all of its data. */
    reference: z.string().default('another-payment'),
  })
  .refine(({ on, kind }) => (FAULT_KINDS[kind].on as readonly string[]).includes(on), {
    error: 'this kind cannot occur in that place',
    path: ['kind'],
  });

/** A fault that was ordered and has not occurred yet. */
export type Fault = z.infer<typeof order>;

/** The ordered faults. They are kept in memory only, so a restart removes them. */
export class Faults {
  #waiting: Fault[] = [];

  /** Adds an ordered fault; answers what is wrong with the order, or null. */
  arm(wanted: unknown): string | null {
    const read = order.safeParse(wanted);
    if (!read.success) return faultsOf(read.error);
    this.#waiting.push(read.data);
    return null;
  }

  /** The fault for this call, or null. Each use counts it down. */
  take(on: FaultPlace, email: string | undefined, face: Face = 'paystack'): Fault | null {
    const fault = this.#waiting.find(
      (entry) =>
        entry.on === on &&
        entry.provider === face &&
        (entry.email === undefined || entry.email === email),
    );
    if (!fault) return null;
    fault.times -= 1;
    if (fault.times === 0) this.#waiting = this.#waiting.filter((entry) => entry !== fault);
    return fault;
  }

  list(): readonly Fault[] {
    return this.#waiting;
  }

  /** Removes all faults, or those of one shopper. */
  remove(email: string | undefined): void {
    this.#waiting = this.#waiting.filter((entry) => email !== undefined && entry.email !== email);
  }
}

/** Puts a fault into the `data` of an answer or a webhook. Kinds that change no data leave it as it is. */
export function falsify({ kind, reference }: Fault, data: object & { amount?: unknown }): object {
  switch (kind) {
    case 'amount_short':
      return { ...data, amount: Number(data.amount) - 1 };
    case 'wrong_currency':
      return { ...data, currency: 'USD' };
    case 'another_reference':
      return { ...data, reference };
    case 'unaware':
      return { ...data, status: 'abandoned', paid_at: null, paidAt: null };
    default:
      return data;
  }
}
