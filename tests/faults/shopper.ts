import {
  type InitializeBody,
  initializeAnswer,
  type Payment,
  verifyAnswer,
} from '#contract/checkout.ts';
import { apiError } from '#contract/errors.ts';
import { IDEMPOTENCY_HEADER } from '#contract/headers.ts';
import { post } from '#sandbox/sandbox.harness.ts';
import { orderBody } from '../contract/shop.harness.ts';

/** The price of every product of these tests, in naira. */
export const PRICE = 10_000;

/** An answer of the API, or 'nothing' if the process was killed or could not reach its database. */
export type Answer<T> = { got: T } | { refused: ReturnType<typeof apiError.parse> } | 'nothing';

/** A shopper with her own email address and network address, and one attempt. */
export interface Shopper {
  email: string;
  /** Sends the order; the same attempt each time. */
  initialize(api: string): Promise<Answer<{ page: string; reference: string }>>;
  /** Opens the return page. */
  verify(api: string, reference: string): Promise<Answer<Payment>>;
}

let shoppers = 0;

export function newShopper(
  productId: string,
  quantity: number,
  change: Partial<InitializeBody> = {},
): Shopper {
  const number = ++shoppers;
  const email = `shopper-${number}@example.com`;
  const body = orderBody([[productId, PRICE, quantity]], { email, ...change });
  const headers = {
    'content-type': 'application/json',
    [IDEMPOTENCY_HEADER]: `attempt-of-shopper-${number}`,
    // RFC 5737 reserves too few addresses for documentation. Each shopper gets one of a phone network.
    'x-client-address': `102.89.${number >> 8}.${number & 255}`,
  };
  return {
    email,
    initialize: (api) =>
      read(
        fetch(`${api}/api/payment/initialize`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        }),
        (given) => {
          const { data } = initializeAnswer.parse(given);
          return { page: data.authorization_url, reference: data.reference ?? '' };
        },
      ),
    verify: (api, reference) =>
      read(
        fetch(`${api}/api/payment/verify/${reference}`),
        (given) => verifyAnswer.parse(given).payment,
      ),
  };
}

/** Presses 'Pay now' on the sandbox's page. */
export async function pay(page: string): Promise<void> {
  const answer = await post(page, 'pay');
  if (answer.status !== 303) throw new Error(`The sandbox answered ${answer.status}`);
}

async function read<T>(
  sent: Promise<Response>,
  understand: (given: unknown) => T,
): Promise<Answer<T>> {
  let answer: Response;
  let given: unknown;
  try {
    answer = await sent;
    given = await answer.json();
  } catch {
    // Cut or refused. The shopper does not know what the API did.
    return 'nothing';
  }
  // Outside the try: an answer that breaks the contract fails the test.
  return answer.ok ? { got: understand(given) } : { refused: apiError.parse(given) };
}
