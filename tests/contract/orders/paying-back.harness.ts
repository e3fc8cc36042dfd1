import { done, refuse } from '#backend/base/result.ts';
import { leftOf, type ProviderRefund } from '#backend/payment-provider/provider.ts';
import type { FakePaystack } from './paystack.fake.ts';

/**
 * Makes a fake provider pay money back, as far as its payments go, and list what it has paid.
 * @param status - that of a new refund.
 */
export function payingBack(
  { refunds, verify }: FakePaystack,
  status: ProviderRefund['status'] = 'pending',
) {
  const listed = new Map<string, ProviderRefund[]>();
  let made = 0;
  const of = (reference: string) => listed.get(reference) ?? [];
  /** Adds a refund. The dashboard makes some, too. */
  const add = (
    reference: string,
    refund: Omit<ProviderRefund, 'id' | 'currency'>,
  ): ProviderRefund => {
    const known = { id: String(++made), currency: 'NGN', ...refund };
    listed.set(reference, [...of(reference), known]);
    return known;
  };
  /** Returns what it would still refund. The shop may not know about everything, and ask for too much. */
  const leftAt = async (reference: string): Promise<number> => {
    const payment = await verify(reference);
    const hasMoney = payment.ok && payment.value.state === 'succeeded';
    return hasMoney ? leftOf(payment.value.amountKobo, of(reference)) : 0;
  };
  refunds.make = async ({ reference, amountKobo, merchantNote }) =>
    amountKobo > (await leftAt(reference))
      ? refuse('rejected', 'Refund amount is more than is left')
      : done(add(reference, { status, amount: amountKobo, merchantNote }));
  refunds.of = async ({ reference }) => done(of(reference));
  return {
    add,
    leftAt,
    /** Returns the refunds of a payment that have not ended. */
    waitingAt: (reference: string) => of(reference).filter((refund) => refund.status === 'pending'),
  };
}
