import { resolve } from 'node:path';
import { SMALLEST_PAYMENT_KOBO } from '#domain/money/smallest-payment.ts';
import { readPort } from '#process/address.ts';
import { webUrl } from '#sandbox/ledger/transaction-record.ts';

/** Settings of a sandbox that runs on its own. */
interface SandboxSettings {
  /** SANDBOX_PORT, 4322 by default. */
  port: number;
  /** SANDBOX_URL, where shoppers and the shop reach it, such as behind a proxy with TLS; its own port by default. */
  publicUrl: string;
  /** PAYSTACK_SECRET_KEY, `sk_test_turare_sandbox` by default. */
  secretKey: string;
  /** FLUTTERWAVE_SECRET_KEY and FLUTTERWAVE_WEBHOOK_HASH; the sandbox's own by default. */
  flutterwave: { secretKey: string; hash: string };
  /** SANDBOX_WEBHOOK_URL; no webhooks without it. */
  webhookUrl: string | undefined;
  /** DATA_DIR, `.data` by default. */
  dataDir: string;
  /** SMALLEST_PAYMENT_KOBO, which the shop reads, too. */
  smallestKobo: number;
}

/**
 * Reads the environment.
 * @throws Error with all faults in one message.
 */
export function readSandboxSettings(env: NodeJS.ProcessEnv): SandboxSettings {
  const faults: string[] = [];
  const port = readPort(env, ['SANDBOX_PORT'], 4322, faults);
  const secretKey = env.PAYSTACK_SECRET_KEY || 'sk_test_turare_sandbox';
  const flutterwave = {
    secretKey: env.FLUTTERWAVE_SECRET_KEY || 'FLWSECK_TEST-turare-sandbox-X',
    hash: env.FLUTTERWAVE_WEBHOOK_HASH || 'turare-sandbox-hash',
  };
  const live = {
    PAYSTACK_SECRET_KEY: secretKey.startsWith('sk_live_'),
    FLUTTERWAVE_SECRET_KEY: flutterwave.secretKey.startsWith('FLWSECK-'),
  };
  for (const [name, isLive] of Object.entries(live))
    if (isLive)
      faults.push(`${name} is a live key, which the sandbox must not use. Set a test key.`);
  const publicUrl = env.SANDBOX_URL || `http://127.0.0.1:${port}`;
  if (!webUrl(publicUrl)) faults.push('SANDBOX_URL must be a full http or https address.');
  const webhookUrl = env.SANDBOX_WEBHOOK_URL || undefined;
  if (webhookUrl && !webUrl(webhookUrl)) {
    faults.push('SANDBOX_WEBHOOK_URL must be a full http or https address.');
  }
  const smallestKobo = Number(env.SMALLEST_PAYMENT_KOBO || SMALLEST_PAYMENT_KOBO);
  if (!Number.isInteger(smallestKobo) || smallestKobo < 1) {
    faults.push('SMALLEST_PAYMENT_KOBO must be a whole number of kobo.');
  }
  if (env.SHOP_MODE === 'production') {
    faults.push('SHOP_MODE is production, which has no payment sandbox.');
  }
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const dataDir = resolve(env.DATA_DIR || '.data');
  return { port, publicUrl, secretKey, flutterwave, webhookUrl, dataDir, smallestKobo };
}
