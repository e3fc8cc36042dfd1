import type { Hono } from 'hono';
import type { Faults } from '#sandbox/faults/faults.ts';
import { misbehave } from '#sandbox/faults/routes.ts';
import type { Ledger } from '#sandbox/ledger/ledger.ts';
import { answer, guarded, refuse } from './api.ts';
import { REFUSALS } from './refusal.ts';

/** Some banks of Nigeria. The codes are theirs; the ids are the sandbox's. */
export const BANKS = [
  { id: 1, code: '044', name: 'Access Bank' },
  { id: 2, code: '011', name: 'First Bank of Nigeria' },
  { id: 3, code: '058', name: 'Guaranty Trust Bank' },
  { id: 4, code: '50211', name: 'Kuda Bank' },
  { id: 5, code: '999992', name: 'OPay' },
  { id: 6, code: '033', name: 'United Bank For Africa' },
  { id: 7, code: '057', name: 'Zenith Bank' },
] as const;

/** Numbers that begin so belong to nobody. */
const NOBODY = '000';

/** Paystack's calls about banks (Paystack's OpenAPI, /bank). The sandbox has one customer with an account at each bank. */
export function bankApi(parts: { ledger: Ledger; faults: Faults; secretKey: string }): Hono {
  const api = guarded(parts.secretKey);

  api.get('/', misbehave('banks', parts), (c) => {
    const banks = BANKS.map((bank) => ({
      ...bank,
      active: true,
      country: 'Nigeria',
      currency: 'NGN',
    }));
    return answer(c, 'Banks retrieved', banks);
  });

  api.get('/resolve', misbehave('resolve', parts), (c) => {
    const { account_number = '', bank_code } = c.req.query();
    const bank = BANKS.find(({ code }) => code === bank_code);
    if (!bank || !/^\d{10}$/.test(account_number) || account_number.startsWith(NOBODY))
      return refuse(c, REFUSALS.accountUnknown);
    const holder = { account_number, account_name: 'SANDBOX CUSTOMER', bank_id: bank.id };
    return answer(c, 'Account number resolved', holder);
  });

  return api;
}
