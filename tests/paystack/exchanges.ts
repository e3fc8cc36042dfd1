import { createPaystack, type Paystack } from '#backend/paystack/paystack.ts';
import {
  call,
  listenOn,
  press,
  SECRET_KEY,
  startReceiver,
  startSandbox,
} from '#sandbox/sandbox.harness.ts';

/** A request of our adapter and the sandbox's answer, as sent. */
export interface Exchange {
  name: string;
  method: string;
  path: string;
  headers: { authorization: string | undefined; contentType: string | undefined };
  /** The parsed body; undefined without one. */
  body: unknown;
  status: number;
  answer: unknown;
}

const order = {
  email: 'ada@example.com',
  amountKobo: 4_500_050,
  callbackUrl: 'http://127.0.0.1:4321/payment/callback',
};

/** Records every call of our adapter that a purchase can make, including refusals, with the sandbox's answers. */
export async function recordExchanges(): Promise<Exchange[]> {
  const shop = await startReceiver();
  const sandbox = await startSandbox({ webhookUrl: shop.url, transferDelayMs: 1000 });
  const exchanges: Exchange[] = [];
  let name = '';
  const between = await listenOn(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { authorization, 'content-type': contentType } = request.headers;
    const answer = await fetch(sandbox.url + request.url, {
      method: request.method ?? 'GET',
      headers: { ...(authorization && { authorization }), 'content-type': contentType ?? '' },
      ...(text && { body: text }),
    });
    const answered = await answer.text();
    exchanges.push({
      name,
      method: request.method ?? '',
      path: request.url ?? '',
      headers: { authorization, contentType },
      body: text ? JSON.parse(text) : undefined,
      status: answer.status,
      answer: JSON.parse(answered),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(answered);
  });
  const connect = (secretKey: string): Paystack =>
    createPaystack({
      secretKey,
      baseUrl: between.url,
      allowedHosts: [new URL(sandbox.url).host],
    });
  const [ours, stranger] = [connect(SECRET_KEY), connect('sk_test_another_shop')];
  const begin = async (what: string, reference: string, more = {}) => {
    name = what;
    const begun = await ours.begin({ ...order, ...more, reference });
    return begun.ok ? begun.value.page : '';
  };
  const verify = async (what: string, reference: string, as = ours) => {
    name = what;
    await as.verify(reference);
  };

  try {
    const full = { cancelUrl: 'http://127.0.0.1:4321/checkout', metadata: { order_id: 'ord_ọjà' } };
    const paid = await begin('a payment begun', 'tr-paid', full);
    await verify('not yet paid', 'tr-paid');
    await press(paid, 'Pay now');
    await verify('paid by card', 'tr-paid');
    const refund = async (what: string, reference: string, amountKobo: number, as = ours) => {
      name = what;
      await as.refunds.make({
        reference,
        providerId: '',
        amountKobo,
        merchantNote: 'rfd_ọjà One bottle was broken',
      });
    };
    await refund('a part refunded', 'tr-paid', 500_000);
    await refund('refunded above the payment', 'tr-paid', 4_500_050);
    await refund('refunded without a payment', 'tr-unknown', 100);
    await refund('refunded with another key', 'tr-paid', 100, stranger);
    name = 'refunds listed';
    await ours.refunds.of({ reference: 'tr-paid', providerId: '', since: new Date(0) });
    name = 'payments listed';
    await ours.lists.payments({ from: new Date(0), to: new Date() });
    await call(sandbox.url, '/sandbox/events/tr-paid', { event: 'charge.dispute.create' });
    name = 'disputes listed';
    await ours.lists.disputes(new Date(0));
    await press(await begin('begun without metadata', 'tr-declined'), 'Decline');
    await verify('declined', 'tr-declined');
    await press(await begin('begun for a transfer', 'tr-transfer'), 'Bank transfer');
    await verify('transfer under way', 'tr-transfer');
    // The payment by card, its refund and its dispute, and the transfer.
    await shop.until(4);
    await verify('paid by transfer', 'tr-transfer');
    await press(await begin('begun and left', 'tr-left'), 'Cancel');
    await verify('left', 'tr-left');

    await begin('a reference used twice', 'tr-paid');
    await begin('an amount of zero', 'tr-free', { amountKobo: 0 });
    await begin('no email address', 'tr-nobody', { email: 'ada' });
    await verify('an unknown reference', 'tr-unknown');
    name = 'begun with another key';
    await stranger.begin({ ...order, reference: 'tr-stranger' });
    await verify('verified with another key', 'tr-paid', stranger);
    return exchanges;
  } finally {
    await between.close();
    await sandbox.close();
    await shop.close();
  }
}
