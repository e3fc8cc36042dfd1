import * as z from 'zod/mini';
import { done, refuse } from '#backend/base/result.ts';
import type { RequestSettings } from '#backend/payment-provider/http.ts';
import type { Bank, RefundAccountCalls } from '#backend/payment-provider/provider.ts';
import { refundStatus } from './refund-answers.ts';
import { isAccepted } from './refusal.ts';
import { type Answer, request } from './request.ts';

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

/** `data` of the list of banks (Paystack's OpenAPI, /bank). */
const banks = z.array(
  z.object({
    id: z.union([z.int(), z.string()]),
    code: line,
    name: line,
    active: z.catch(z.boolean(), true),
  }),
);

/** `data` of the call that names the holder of an account (/bank/resolve). */
const resolved = z.object({ account_name: line });

/** `data` of a refund that is sent again (PaystackOSS/doc-code-snippets @ 94af513, refunds/retry). */
const sent = z.object({ status: z.catch(refundStatus, 'processing') });

/** Paystack's calls for a refund that needs a bank account (`needs-attention`). */
export const createRefundAccountCalls = (http: RequestSettings): RefundAccountCalls => {
  async function read<Schema extends z.ZodMiniType>(
    schema: Schema,
    ...call: [method: 'GET' | 'POST', path: string, body?: object]
  ) {
    const outcome = await request(http, ...call);
    if (!outcome.ok) return outcome;
    if (!isAccepted(outcome.value)) return refused(outcome.value);
    const answer = schema.safeParse(outcome.value.data);
    return answer.success
      ? done(answer.data)
      : refuse('bad_answer', 'the answer about a bank account has another format');
  }
  return {
    async banks() {
      const listed = await read(banks, 'GET', '/bank?country=nigeria&currency=NGN');
      if (!listed.ok) return listed;
      const active = listed.value.filter((bank) => bank.active);
      const byId = new Map(
        active.map(({ id, code, name }) => [`${id}`, { id: `${id}`, code, name }]),
      );
      return done([...byId.values()].sort(byName));
    },

    async nameOf({ code }, number) {
      const query = new URLSearchParams({ account_number: number, bank_code: code });
      const holder = await read(resolved, 'GET', `/bank/resolve?${query}`);
      return holder.ok ? done(holder.value.account_name) : holder;
    },

    async send({ id }, bank, number) {
      const path = `/refund/retry_with_customer_details/${encodeURIComponent(id)}`;
      const details = { currency: 'NGN', account_number: number, bank_id: bank.id };
      const answer = await read(sent, 'POST', path, { refund_account_details: details });
      return answer.ok ? done(answer.value.status) : answer;
    },
  };
};

const byName = (one: Bank, other: Bank) => one.name.localeCompare(other.name, 'en');

/** Returns a refusal in Paystack's format. A client error that claims success contradicts itself. */
const refused = ({ httpStatus, status, message }: Answer) =>
  status
    ? refuse('bad_answer', 'an answer about a bank account contradicts itself')
    : refuse('rejected', message || `HTTP ${httpStatus}`);
