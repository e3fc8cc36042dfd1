import { LONGEST_METADATA } from '#domain/money/metadata-size.ts';

/** A refusal: an HTTP status and the contents of its body (Paystack documentation, Errors). */
export interface Refusal {
  httpStatus: 400 | 401 | 404 | 422;
  message: string;
  nextStep: string;
  code: string;
}

/** The body of a refusal. */
export function refusalBody({ message, nextStep, code }: Refusal) {
  return { status: false, message, meta: { nextStep }, type: 'validation_error', code } as const;
}

const invalid = (message: string, nextStep: string, code = 'invalid_params'): Refusal => ({
  httpStatus: 400,
  message,
  nextStep,
  code,
});

/** All refusals of the sandbox. Messages and codes are Paystack's where they are known. */
export const REFUSALS = {
  keyMissing: {
    httpStatus: 401,
    message: 'No Authorization Header was found',
    nextStep: 'Ensure that you provide an authorization header: Bearer and your secret key',
    code: 'missing_key',
  },
  keyInvalid: {
    httpStatus: 401,
    message: 'Invalid key',
    nextStep: 'Ensure that you provide the correct authorization key for the request',
    code: 'invalid_Key',
  },
  malformed: invalid('Request body could not be read', 'Ensure that the body is a JSON object'),
  email: invalid(
    'Invalid Email Address Passed',
    "Ensure that you're passing a valid email address",
    'invalid_email_address',
  ),
  amount: invalid(
    'Invalid Amount Sent',
    'Ensure that the amount is a whole number of kobo, and not too small',
    'invalid_amount',
  ),
  currency: invalid(
    'Currency not supported by merchant',
    "Ensure you're passing the currency code for a currency enabled on your integration",
    'unsupported_currency',
  ),
  reference: invalid(
    'Invalid Transaction Reference',
    'Use only letters, digits and - . = , in a reference',
    'invalid_reference',
  ),
  duplicate: invalid(
    'Duplicate Transaction Reference',
    'Try and create the Transaction or Charge with a new reference',
    'duplicate_reference',
  ),
  callback_url: invalid(
    'Invalid callback url',
    'Ensure that callback_url is a full http or https address',
  ),
  // Paystack documents no such refusal: domain/money/metadata-size.ts.
  metadata: invalid(
    'Invalid metadata',
    `Ensure that metadata has at most ${LONGEST_METADATA} bytes as JSON`,
  ),
  referenceUnknown: invalid(
    'Transaction reference not found.',
    "Ensure that you're passing the reference of a transaction that exists on this integration",
    'transaction_not_found',
  ),
  idUnknown: {
    httpStatus: 404,
    message: 'Transaction not found',
    nextStep: "Ensure that you're passing the id of a transaction that exists on this integration",
    code: 'transaction_not_found',
  },
  refundUnread: invalid(
    'Invalid refund',
    'Ensure that transaction is a reference or an id, and amount a whole number of kobo',
  ),
  notPaid: invalid(
    'Transaction has not been completed',
    'Refund a transaction whose status is success',
    'transaction_not_successful',
  ),
  refundedAlready: invalid(
    'Transaction has been fully reversed',
    'Ensure that the transaction has not been refunded',
    'transaction_reversed',
  ),
  refundTooLarge: invalid(
    'Refund amount cannot be more than transaction amount',
    'Refund at most what earlier refunds have left of the transaction',
    'invalid_amount',
  ),
  refundState: {
    httpStatus: 422,
    message: 'Invalid Refund state, refund status should be "needs-attention"',
    nextStep: 'Send only a refund again that needs attention',
    code: 'invalid_params',
  },
  refundAccount: invalid(
    'Invalid refund account',
    'Ensure that currency is NGN, account_number has ten digits and bank_id is the id of a bank',
  ),
  accountUnknown: {
    httpStatus: 422,
    message: 'Could not resolve account name. Check parameters or try again.',
    nextStep: 'Ensure that the bank has this account',
    code: 'invalid_bank_code',
  },
  noSuchCall: {
    httpStatus: 404,
    message: 'Entity not found',
    nextStep:
      'The sandbox answers the transaction calls initialize, verify and list, the refund calls create, list and retry, the list of disputes, and the calls about banks',
    code: 'not_found',
  },
} as const satisfies Record<string, Refusal>;
