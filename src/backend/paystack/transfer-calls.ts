import * as z from 'zod/mini';
import { done, refuse } from '#backend/base/result.ts';
import type { RequestSettings } from '#backend/payment-provider/http.ts';
import type { TransferCalls } from '#backend/payment-provider/provider.ts';
import { isAccepted, refusal } from './refusal.ts';
import { request } from './request.ts';

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));

/** `data` of a charge by bank transfer (PaystackOSS/doc-code-snippets @ 94af513, payment-methods/pwt). */
const opened = z.object({
  reference: z.string(),
  status: z.literal('pending_bank_transfer'),
  account_name: line,
  account_number: z.string().check(z.regex(/^\d{10}$/)),
  bank: z.object({ name: line }),
  account_expires_at: z.iso.datetime({ offset: true }),
});

/** Paystack's accounts for one payment ('Pay with Transfer'). They take the exact amount. */
export const createTransferCalls = (http: RequestSettings): TransferCalls => ({
  async open({ reference, email, amountKobo, metadata, expiresAt }) {
    const outcome = await request(http, 'POST', '/charge', {
      reference,
      email,
      amount: amountKobo,
      currency: 'NGN',
      metadata,
      bank_transfer: { account_expires_at: expiresAt.toISOString() },
    });
    if (!outcome.ok) return outcome;
    if (!isAccepted(outcome.value)) return refusal(outcome.value, 'charge');
    const read = opened.safeParse(outcome.value.data);
    if (!read.success || read.data.reference !== reference)
      return refuse('bad_answer', 'charge answered without our reference and an account');
    const { account_name: name, account_number: number, bank, account_expires_at } = read.data;
    return done({
      bank: bank.name,
      number,
      name,
      expiresAt: new Date(account_expires_at).toISOString(),
    });
  },
});
