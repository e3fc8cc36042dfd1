import { Hono } from 'hono';
import { refuse, transactionApi } from '#sandbox/api/api.ts';
import { REFUSALS } from '#sandbox/api/refusal.ts';
import { Faults, falsify } from '#sandbox/faults/faults.ts';
import { faultRoutes } from '#sandbox/faults/routes.ts';
import { openJournal } from '#sandbox/ledger/journal.ts';
import { Ledger } from '#sandbox/ledger/ledger.ts';
import { webhookData } from '#sandbox/ledger/transaction-data.ts';
import { hostedPages } from '#sandbox/pages/hosted-pages.ts';
import { Webhooks } from '#sandbox/webhooks/webhooks.ts';

export interface SandboxOptions {
  /** The key that shop and sandbox share. It authorises calls and signs webhooks. */
  secretKey: string;
  /** The sandbox's address for browsers: `http://127.0.0.1:4322`. */
  publicUrl: string;
  /** The address that receives charge.success. Without it no webhook is sent. */
  webhookUrl?: string | undefined;
  /** The file that keeps transactions and webhooks over a restart. Without it they are kept in memory. */
  store?: string | undefined;
  /** ms since 1970; the system's clock by default. */
  clock?: (() => number) | undefined;
  /** ms between 'Bank transfer' and the arrival of the money; 6000 by default. */
  transferDelayMs?: number | undefined;
  /** ms between the attempts to deliver a webhook. There is one attempt more than there are pauses. */
  webhookPausesMs?: readonly number[] | undefined;
}

export interface Sandbox {
  app: Hono;
  /** Stops timers and webhooks and closes the store. */
  close(): Promise<void>;
}

/**
 * A payment provider for development and tests that answers Paystack's API on this machine: transaction calls, hosted page,
 * signed webhooks. No money moves. Tests can order faults at /sandbox/faults.
 * @throws Error with a sentence to show, when the store cannot be read.
 */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { secretKey, webhookUrl: url } = options;
  const publicUrl = options.publicUrl.replace(/\/+$/, '');
  const clock = options.clock ?? Date.now;
  const journal = openJournal(options.store);
  const faults = new Faults();
  const webhooks = new Webhooks({
    secretKey,
    url,
    journal,
    clock,
    pausesMs: options.webhookPausesMs,
  });
  const ledger = new Ledger({
    journal,
    clock,
    transferDelayMs: options.transferDelayMs ?? 6000,
    onSuccess: (record) => {
      const data = webhookData(record);
      const fault = faults.take('webhook', record.email);
      webhooks.send('charge.success', record.reference, fault ? falsify(fault, data) : data);
    },
  });

  const app = new Hono();
  app.route('/transaction', transactionApi({ ledger, faults, secretKey, publicUrl }));
  app.get('/sandbox/webhooks', (c) => c.json({ url: url ?? null, deliveries: webhooks.log() }));
  app.route('/sandbox/faults', faultRoutes(faults));
  app.route('/', hostedPages({ ledger, faults }));
  app.notFound((c) => refuse(c, REFUSALS.noSuchCall));

  const close = async () => {
    ledger.close();
    await webhooks.close();
    journal.close();
  };
  return { app, close };
}
