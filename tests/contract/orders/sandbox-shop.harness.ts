import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import { createFlutterwave, type Flutterwave } from '#backend/flutterwave/flutterwave.ts';
import type { ProviderRefund } from '#backend/payment-provider/provider.ts';
import { createPaystack, type Paystack } from '#backend/paystack/paystack.ts';
import { stock } from '#backend/products/stock-tables.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import {
  FLUTTERWAVE,
  listenOn,
  press,
  SECRET_KEY,
  startSandbox,
} from '#sandbox/sandbox.harness.ts';
import { openShop, orderBody, type TestShop } from '../shop.harness.ts';
import { type OrderAndPayment, readOrder } from './order-of.harness.ts';

/** A shop with the real adapter, and a sandbox that sends it real webhooks. */
export interface SandboxShop extends TestShop {
  paystack: Paystack;
  /** The other provider. The shop uses it if PAYMENT_WAYS says so. */
  flutterwave: Flutterwave;
  /** The settings for a command that uses the same sandbox. */
  account: { PAYSTACK_URL: string; PAYSTACK_SECRET_KEY: string };
  /** Makes a pending order of units of 'oud' at ₦10,000. Returns its reference and the page to pay on. */
  begin(
    quantity?: number,
    change?: Partial<InitializeBody>,
    headers?: Record<string, string>,
  ): Promise<{ page: string; reference: string }>;
  /** Makes a paid order. */
  pay(...given: Parameters<SandboxShop['begin']>): Promise<OrderAndPayment>;
  /** Makes a cancelled order whose bottles were sold before its money came. */
  payLate(...given: Parameters<SandboxShop['begin']>): Promise<OrderAndPayment>;
  orderOf(reference: string): Promise<OrderAndPayment>;
  /** Makes something happen at Paystack, as its dashboard or the customer's bank would. */
  happen(reference: string, event: Record<string, unknown>): Promise<void>;
  /** Sets up a fault of the sandbox. */
  break(fault: Record<string, unknown>): Promise<void>;
  /** Removes the faults that have not occurred. */
  clearFaults(): Promise<void>;
  /** Returns Paystack's refunds of an order, oldest first. */
  refundsAtPaystack(order: OrderAndPayment): Promise<ProviderRefund[]>;
}

/**
 * Opens such a shop.
 * @param timeoutMs - the limit of one call to Paystack.
 * @param pauseMs - between two requests about one payment; 0, so that a test need not wait.
 */
export async function openSandboxShop({
  timeoutMs,
  pauseMs = 0,
  ...options
}: Omit<Parameters<typeof openShop>[0] & {}, 'paystack'> & {
  timeoutMs?: number;
  pauseMs?: number;
}): Promise<SandboxShop> {
  let listener: Parameters<typeof listenOn>[0] = () => {};
  const receiver = await listenOn((request, response) => listener(request, response));
  const sandbox = await startSandbox({ webhookUrl: `${receiver.url}/api/payment/webhook` });
  const account = {
    secretKey: SECRET_KEY,
    baseUrl: sandbox.url,
    pauseMs,
    allowedHosts: [new URL(sandbox.url).host],
  };
  const paystack = createPaystack({ ...account, timeoutMs });
  /** The test's own questions have time, even on a busy machine. */
  const patient = createPaystack(account);
  const flutterwave = createFlutterwave({
    ...FLUTTERWAVE,
    ...account,
    secretKey: FLUTTERWAVE.secretKey,
    webhookHash: options.settings?.FLUTTERWAVE_WEBHOOK_HASH ?? FLUTTERWAVE.hash,
    baseUrl: `${sandbox.url}/v3`,
    timeoutMs,
  });
  const others = options.settings?.PAYMENT_WAYS?.includes('flutterwave') ? [flutterwave] : [];
  const shop = await openShop({ ...options, paystack, others });
  listener = getRequestListener(shop.app.fetch);
  const orderOf = (reference: string) => readOrder(shop.services.db, reference);
  const begin: SandboxShop['begin'] = async (quantity = 1, change = {}, headers = {}) => {
    const body = orderBody([['oud', 10_000, quantity]], change);
    const answer = await shop.post('/api/payment/initialize', body, headers);
    expect(answer.status).toBe(200);
    const { authorization_url: page, reference } = answer.body.data;
    return { page, reference };
  };
  const control = async (path: string, body: object) => {
    const answer = await fetch(sandbox.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(await answer.text());
  };
  return {
    ...shop,
    paystack,
    flutterwave,
    account: { PAYSTACK_URL: sandbox.url, PAYSTACK_SECRET_KEY: SECRET_KEY },
    orderOf,
    begin,
    async pay(...given) {
      const { page, reference } = await begin(...given);
      await press(page, 'Pay now');
      // A shop with a short time limit for Paystack asks again on a busy machine.
      return vi.waitFor(async () => {
        await shop.services.settlement.verify(reference);
        const order = await orderOf(reference);
        expect(order.status).toBe('paid');
        return order;
      }, 10_000);
    },
    async payLate(...given) {
      const { db, settlement } = shop.services;
      const { page, reference } = await begin(...given);
      await settlement.cancel((await orderOf(reference)).id, 'Bola');
      const [before] = await db.select().from(stock).where(eq(stock.productId, 'oud'));
      await db.update(stock).set({ onHand: stock.reserved }).where(eq(stock.productId, 'oud'));
      await press(page, 'Pay now');
      await settlement.ask(await orderOf(reference));
      const order = await orderOf(reference);
      await db
        .update(stock)
        .set({ onHand: before?.onHand ?? 0 })
        .where(eq(stock.productId, 'oud'));
      expect(order).toMatchObject({ status: 'cancelled', refundNeeded: true });
      return order;
    },
    happen: (reference, event) => control(`/sandbox/events/${reference}`, event),
    break: (fault) => control('/sandbox/faults', fault),
    async clearFaults() {
      await fetch(`${sandbox.url}/sandbox/faults`, { method: 'DELETE' });
    },
    async refundsAtPaystack({ reference, providerId }) {
      const since = new Date(0);
      const listed = await patient.refunds.of({
        reference,
        providerId: providerId ?? '',
        since,
      });
      if (!listed.ok) throw new Error(listed.refusal.message);
      return listed.value.reverse();
    },
    async close() {
      await sandbox.close();
      await receiver.close();
      await shop.close();
    },
  };
}
