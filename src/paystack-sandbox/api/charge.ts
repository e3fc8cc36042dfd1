import type { Hono } from 'hono';
import * as z from 'zod/mini';
import { misbehave } from '#sandbox/faults/routes.ts';
import { type ApiOptions, answer, guarded, refuse } from './api.ts';
import { readInitialize } from './initialize-request.ts';
import { jsonOf } from './json-body.ts';
import { REFUSALS } from './refusal.ts';

const wanted = z.object({
  bank_transfer: z.object({ account_expires_at: z.nullish(z.iso.datetime({ offset: true })) }),
});

/** Paystack's call that opens an account for one payment (PaystackOSS/doc-code-snippets @ 94af513, payment-methods/pwt). */
export function chargeApi({ ledger, faults, secretKey, smallestKobo }: ApiOptions): Hono {
  const api = guarded(secretKey);
  api.post('/', misbehave('charge', { faults, ledger }), async (c) => {
    const body = await jsonOf(c);
    const request = readInitialize(body, smallestKobo);
    if ('httpStatus' in request) return refuse(c, request);
    const charge = wanted.safeParse(body);
    if (!charge.success) return refuse(c, REFUSALS.malformed);
    const { account_expires_at: expiresAt } = charge.data.bank_transfer;
    const record = ledger.create(request);
    if (!record) return refuse(c, REFUSALS.duplicate);
    const { transfer } = ledger.openAccount(record, expiresAt ? Date.parse(expiresAt) : null);
    return answer(c, 'Charge attempted', {
      status: 'pending_bank_transfer',
      display_text: 'Please make a transfer to the account specified',
      reference: record.reference,
      account_name: 'TURARE SANDBOX',
      account_number: transfer?.accountNumber,
      bank: { slug: 'sandbox-bank', name: transfer?.bank, id: 1 },
      account_expires_at: new Date(transfer?.expiresAt ?? 0).toISOString(),
    });
  });
  return api;
}
