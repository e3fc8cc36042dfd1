import { readHost, readPort } from '#process/address.ts';
import { readSettings, type Settings, SettingsError } from './settings.ts';

/** The settings of the product API as a separate program. */
export interface ApiSettings {
  host: string;
  port: number;
  /** Milliseconds for which it keeps answering after a request to stop, while it reports that it is not ready. */
  drainMs: number;
  backend: Settings;
}

/** Seconds until a load balancer with usual settings has noticed: three checks, one every two or three seconds. */
const DRAIN_SECONDS = 10;

/** Reads the environment (src/settings.md). @throws SettingsError that names every fault. */
export function readApiSettings(env: Readonly<Record<string, string | undefined>>): ApiSettings {
  const faults: string[] = [];
  const host = readHost(env, ['API_HOST', 'HOST'], faults);
  const port = readPort(env, ['API_PORT', 'PORT'], 4320, faults);
  const seconds = Number(env.DRAIN_SECONDS || (env.SHOP_MODE === 'production' ? DRAIN_SECONDS : 0));
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > 300) {
    faults.push('DRAIN_SECONDS must be a whole number from 0 to 300');
  }
  let backend: Settings | undefined;
  try {
    backend = readSettings(env);
    if (backend.SHOP_MODE === 'production' && !backend.DATABASE_URL) {
      faults.push('DATABASE_URL is needed in production: the PostgreSQL that all processes share');
    }
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    faults.push(...error.faults);
  }
  if (faults.length > 0 || !backend) throw new SettingsError(faults);
  return { host, port, drainMs: seconds * 1000, backend };
}
