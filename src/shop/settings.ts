import { resolve } from 'node:path';
import { SANDBOX } from '#backend/settings/payment-mode.ts';
import { readSettings, type Settings, SettingsError } from '#backend/settings/settings.ts';
import { insecureAddresses } from '#config/web-address.ts';
import { readHost, readPort } from '#process/address.ts';
import { aheadByDefault } from '#publisher/build-ahead.ts';

export interface ShopSettings {
  /** The address that the shop listens on. */
  host: string;
  port: number;
  sandboxPort: number;
  dataDir: string;
  /** Whether the site is rebuilt when the catalogue changes. */
  followChanges: boolean;
  /** Whether a process is kept ready for the next build. */
  buildAhead: boolean;
  backend: Settings;
}

/**
 * Reads the environment (README, Settings). Outside production the payment sandbox stands in for the provider.
 * @throws Error with all faults in one message.
 */
export function readShopSettings(env: NodeJS.ProcessEnv): ShopSettings {
  const faults: string[] = [];
  const host = readHost(env, ['HOST'], faults);
  const port = readPort(env, ['PORT'], 4321, faults);
  const sandboxPort = readPort(env, ['SANDBOX_PORT'], port + 1, faults);
  const followChanges = readSwitch(env, 'FOLLOW_CHANGES', faults);
  const buildAhead = readSwitch(env, 'BUILD_AHEAD', faults, aheadByDefault());
  const dataDir = resolve(env.DATA_DIR || '.data');
  const production = env.SHOP_MODE === 'production';
  const sandbox = production
    ? {}
    : {
        PAYSTACK_SECRET_KEY: SANDBOX.key,
        PAYSTACK_URL: `http://127.0.0.1:${sandboxPort}`,
        PAYSTACK_PAGE_HOSTS: `127.0.0.1:${sandboxPort}`,
        FLUTTERWAVE_URL: `http://127.0.0.1:${sandboxPort}${SANDBOX.flutterwavePath}`,
        FLUTTERWAVE_PAGE_HOSTS: `127.0.0.1:${sandboxPort}`,
        FLUTTERWAVE_WEBHOOK_HASH: SANDBOX.flutterwaveHash,
        PAYMENT_WAYS: 'paystack,transfer,delivery',
      };
  const site = production ? {} : { SITE_URL: `http://127.0.0.1:${port}`, ADMIN: 'on' };
  // An empty setting counts as absent.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  let backend: Settings | undefined;
  try {
    backend = readSettings({ ...site, ...sandbox, ...given, DATA_DIR: dataDir });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    faults.push(...error.faults);
  }
  if (production) {
    // readSettings has refused these two.
    const { SITE_URL, PUBLIC_API_URL, ...built } = env;
    faults.push(...insecureAddresses(built));
  }
  if (faults.length > 0 || !backend) throw new SettingsError(faults);
  return { host, port, sandboxPort, dataDir, followChanges, buildAhead, backend };
}

/** Reads a setting that is on or off. */
function readSwitch(
  env: NodeJS.ProcessEnv,
  name: string,
  faults: string[],
  normally: 'on' | 'off' = 'on',
): boolean {
  const text = env[name] || normally;
  if (text !== 'on' && text !== 'off') faults.push(`${name} must be on or off`);
  return text === 'on';
}
