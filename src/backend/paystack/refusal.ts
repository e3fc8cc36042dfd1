import { refuse } from '#backend/base/result.ts';
import type { Outcome, ProviderFailure } from '#backend/payment-provider/provider.ts';
import type { Answer } from './request.ts';

/** Whether Paystack did what it was asked. */
export const isAccepted = ({ httpStatus, status }: Answer) => httpStatus < 300 && status;

/** A call whose refusals mean something. */
type Call = 'initialize' | 'charge' | 'verify';

/** Returns the outcome for a refusal in Paystack's format. */
export function refusal(answer: Answer, call: Call): Outcome<never> {
  return refuse(meaning(answer, call), `${call} refused (${answer.httpStatus}): ${answer.message}`);
}

function meaning({ httpStatus, code, message, status }: Answer, call: Call): ProviderFailure {
  // A client error that claims success contradicts itself.
  if (status) return 'bad_answer';
  if (call !== 'verify') {
    const taken = code === 'duplicate_reference' || /duplicate transaction ref/i.test(message);
    if (taken) return 'duplicate_reference';
    if (/email/i.test(message)) return 'email_rejected';
    return /amount/i.test(message) ? 'amount_rejected' : 'rejected';
  }
  // Paystack answers an unknown reference with 400 or with 404, with or without a code.
  const unknown =
    code === 'transaction_not_found' || /reference not found/i.test(message) || httpStatus === 404;
  return unknown ? 'unknown_reference' : 'rejected';
}
