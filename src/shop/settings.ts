import { resolve } from 'node:path';
import { readSettings, type Settings, SettingsError } from '#backend/settings.ts';

/** Settings of a shop on one machine. */
export interface ShopSettings {
  port: number;
  sandboxPort: number;
  dataDir: string;
  /** Whether the site is rebuilt when the catalogue changes. */
  followChanges: boolean;
  /** Whether a process is kept ready for the next build. */
  buildAhead: boolean;
  backend: Settings;
}

/** The key of shop and sandbox by default. It is valid only for the sandbox on this machine. */
const SANDBOX_KEY = 'sk_test_turare_sandbox';

/**
 * Reads the environment (README, Settings). Outside production the payment sandbox stands in for Paystack.
 * @throws Error with all faults in one message.
 */
export function readShopSettings(env: NodeJS.ProcessEnv): ShopSettings {
  const faults: string[] = [];
  const port = readPort(env, 'PORT', 4321, faults);
  const sandboxPort = readPort(env, 'SANDBOX_PORT', port + 1, faults);
  const followChanges = readSwitch(env, 'FOLLOW_CHANGES', faults);
  const buildAhead = readSwitch(env, 'BUILD_AHEAD', faults);
  const dataDir = resolve(env.DATA_DIR || '.data');
  const production = env.SHOP_MODE === 'production';
  const sandbox = production
    ? {}
    : {
        PAYSTACK_SECRET_KEY: SANDBOX_KEY,
        PAYSTACK_URL: `http://127.0.0.1:${sandboxPort}`,
        PAYSTACK_PAGE_HOSTS: `127.0.0.1:${sandboxPort}`,
      };
  const site = production ? {} : { SITE_URL: `http://127.0.0.1:${port}` };
  // An empty setting is treated as absent.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  let backend: Settings | undefined;
  try {
    backend = readSettings({ ...site, ...sandbox, ...given, DATA_DIR: dataDir });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    faults.push(...error.faults);
  }
  if (faults.length > 0 || !backend) throw new SettingsError(faults);
  return { port, sandboxPort, dataDir, followChanges, buildAhead, backend };
}

/** A setting of on or off, which is on by default. */
function readSwitch(env: NodeJS.ProcessEnv, name: string, faults: string[]): boolean {
  const text = env[name] || 'on';
  if (text !== 'on' && text !== 'off') faults.push(`${name} must be on or off`);
  return text === 'on';
}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number, faults: string[]) {
  const text = env[name];
  if (!text) return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_535) return port;
  faults.push(`${name} must be a port number from 1 to 65534`);
  return fallback;
}
