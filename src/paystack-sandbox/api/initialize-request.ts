import * as z from 'zod/mini';
import { webUrl } from '#sandbox/ledger/transaction-record.ts';
import { REFUSALS, type Refusal } from './refusal.ts';

/** The payment channels that a shop may offer (Paystack's OpenAPI, TransactionInitialize). */
const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer'] as const;

/** A valid request to start a transaction. */
export interface InitializeRequest {
  email: string;
  /** Kobo. */
  amount: number;
  currency: 'NGN';
  /** null: the sandbox makes one. */
  reference: string | null;
  callbackUrl: string | null;
  channels: string[];
  /** null when none was sent. */
  metadata: unknown;
}

const address = z.string().check(z.maxLength(254), z.regex(z.regexes.email));
const reference = z.string().check(
  z.regex(/^[A-Za-z0-9\-.=,]{1,200}$/),
  // In the path of the verify call these would name another address.
  z.refine((text: string) => text !== '.' && text !== '..'),
);
const channels = z.array(z.enum(CHANNELS)).check(z.minLength(1));

/**
 * Checks the body of `POST /transaction/initialize`. Smaller amounts than `smallestKobo` are refused. Unknown fields
 * (plan, split …) are ignored, because the sandbox has
 * neither plans nor subaccounts.
 */
export function readInitialize(
  body: Record<string, unknown>,
  smallestKobo: number,
): InitializeRequest | Refusal {
  const email = address.safeParse(body.email);
  if (!email.success) return REFUSALS.email;
  const amount = readAmount(body.amount);
  if (amount === null || amount < smallestKobo) return REFUSALS.amount;
  if (!isAbsent(body.currency) && body.currency !== 'NGN') return REFUSALS.currency;
  const named = isAbsent(body.reference) ? null : reference.safeParse(body.reference);
  if (named && !named.success) return REFUSALS.reference;
  const callback = isAbsent(body.callback_url) ? null : webUrl(body.callback_url);
  if (!callback && !isAbsent(body.callback_url)) return REFUSALS.callbackUrl;
  const allowed = isAbsent(body.channels) ? null : channels.safeParse(body.channels);
  if (allowed && !allowed.success) return REFUSALS.channels;
  return {
    email: email.data,
    amount,
    currency: 'NGN',
    reference: named?.data ?? null,
    callbackUrl: callback?.href ?? null,
    channels: allowed?.data ?? [...CHANNELS],
    metadata: readMetadata(body.metadata),
  };
}

/** An optional field of null or '' is treated as absent. */
const isAbsent = (value: unknown) => value === undefined || value === null || value === '';

/** Whole kobo from a number or a string of digits; null for anything else. */
function readAmount(value: unknown): number | null {
  const amount = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0 ? amount : null;
}

/** Paystack accepts metadata as an object or as JSON text. Other text is kept as it is. */
function readMetadata(value: unknown): unknown {
  if (isAbsent(value)) return null;
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/**
 * The fields of a request body by its content type: JSON or a URL-encoded form, as Paystack accepts them. null if the body
 * cannot be read.
 */
export function readFields(text: string, contentType: string): Record<string, unknown> | null {
  if (contentType.startsWith('application/x-www-form-urlencoded')) {
    const form = new URLSearchParams(text);
    const list = [...form.getAll('channels[]'), ...form.getAll('channels')];
    return { ...Object.fromEntries(form), channels: list.length > 0 ? list : undefined };
  }
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
