import * as z from 'zod';

/**
 * Paystack's answers for the tests, exactly as in its OpenAPI file (PaystackOSS/openapi @ 9678dea). `npm run test:paystack`
 * compares the sandbox with the file itself.
 */

const nothing = z.null();
const text = z.string();
const textOrNull = z.string().nullable();
const time = z.iso.datetime();

/** POST /transaction/initialize. */
export const initializeAnswer = z.strictObject({
  status: z.literal(true),
  message: text,
  data: z.strictObject({ authorization_url: z.url(), access_code: text, reference: text }),
});

const log = z.strictObject({
  start_time: z.int(),
  time_spent: z.int(),
  attempts: z.int(),
  errors: z.int(),
  success: z.boolean(),
  mobile: z.boolean(),
  input: z.array(z.unknown()),
  history: z.array(z.strictObject({ type: text, message: text, time: z.int() })),
});

/** {} before the payment. */
const authorization = z
  .strictObject({
    authorization_code: text,
    bin: textOrNull,
    last4: text,
    exp_month: text,
    exp_year: text,
    channel: text,
    card_type: text,
    bank: text,
    country_code: text,
    brand: text,
    reusable: z.boolean(),
    signature: text,
    account_name: textOrNull,
    receiver_bank_account_number: textOrNull,
    receiver_bank: textOrNull,
  })
  .partial();

const customer = z.strictObject({
  id: z.int(),
  first_name: textOrNull,
  last_name: textOrNull,
  email: z.email(),
  customer_code: text,
  phone: textOrNull,
  metadata: nothing,
  risk_action: text,
  international_format_phone: textOrNull,
});

/** GET /transaction/verify/{reference}. Amounts in kobo. */
export const verifyAnswer = z.strictObject({
  status: z.literal(true),
  message: text,
  data: z.strictObject({
    id: z.int(),
    domain: z.enum(['test', 'live']),
    status: z.enum([
      'success',
      'failed',
      'abandoned',
      'ongoing',
      'pending',
      'processing',
      'queued',
      'reversed',
    ]),
    reference: text,
    receipt_number: textOrNull,
    amount: z.int(),
    message: textOrNull,
    gateway_response: text,
    paid_at: time.nullable(),
    created_at: time,
    channel: z.enum(['card', 'bank', 'ussd', 'qr', 'eft', 'mobile_money', 'bank_transfer']),
    currency: z.enum(['GHS', 'KES', 'NGN', 'ZAR', 'USD']),
    ip_address: text,
    metadata: z.union([text, z.record(z.string(), z.unknown())]),
    log: log.nullable(),
    fees: z.int().nullable(),
    fees_split: nothing,
    authorization,
    customer,
    plan: textOrNull,
    split: z.strictObject({}),
    order_id: nothing,
    paidAt: time.nullable(),
    createdAt: time,
    requested_amount: z.int(),
    pos_transaction_data: nothing,
    source: nothing,
    fees_breakdown: nothing,
    connect: nothing,
    transaction_date: time,
    plan_object: z.strictObject({}),
    subaccount: z.strictObject({}),
  }),
});

/** Every refusal of both calls. */
export const refusalAnswer = z.strictObject({
  status: z.literal(false),
  message: text,
  meta: z.strictObject({ nextStep: text }),
  type: z.enum(['validation_error', 'processor_error', 'api_error']),
  code: z.string().regex(/^[A-Za-z]+(_[A-Za-z]+)+$/),
});
