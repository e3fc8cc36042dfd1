import { resolve } from 'node:path';
import * as z from 'zod';

/** The environment does not make sense; `message` lists every fault and is for the merchant to read. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').map((item) => item.trim()).filter((item) => item !== ''));
const whole = (standard: number, min: number, max: number) =>
  z.coerce.number(`must be a whole number from ${min} to ${max}`).int().min(min).max(max).default(standard);
const webAddress = z.url({ protocol: /^https?$/, error: 'must be a web address (http:// or https://)' });
const origin = webAddress.transform((text) => text.replace(/\/+$/, ''));

const environment = z
  .object({
    SHOP_MODE: z.enum(['development', 'production'], 'must be development or production').default('development'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
      .optional(),
    DATA_DIR: z.string().default('.data'),
    SITE_URL: origin.optional(),
    PAYSTACK_SECRET_KEY: z.string().min(8, 'is too short to be a Paystack key').optional(),
    PAYSTACK_URL: origin.optional(),
    PAYSTACK_PAGE_HOSTS: list,
    PAYSTACK_TIMEOUT_SECONDS: whole(10, 1, 120),
    HOLD_MINUTES: whole(60, 1, 24 * 60),
    HELD_PER_EMAIL: whole(20, 1, 100_000),
    HELD_PER_ADDRESS: whole(100, 1, 1_000_000),
    CLIENT_ADDRESS_HEADER: z.string().toLowerCase().optional(),
    CORS_ORIGINS: list.pipe(z.array(origin)),
  })
  .check((context) => {
    const { value, issues } = context;
    if (value.SHOP_MODE !== 'production') return;
    const needed = {
      SITE_URL: 'the address that shoppers open, such as https://turare.ng',
      PAYSTACK_SECRET_KEY: 'the secret key from the Paystack dashboard',
    } as const;
    for (const [name, meaning] of Object.entries(needed)) {
      if (value[name as keyof typeof needed] !== undefined) continue;
      issues.push({ code: 'custom', input: value, path: [name], message: `is needed in production: ${meaning}` });
    }
  });

/** What the product API is told from outside. */
export interface Settings {
  mode: 'development' | 'production';
  /** null: the program that starts the API brings up its own PostgreSQL. */
  databaseUrl: string | null;
  /** Absolute; holds media/originals and media/renditions. */
  dataDir: string;
  /** Origin of the site, without a slash at the end. */
  siteUrl: string;
  /** Where Paystack sends the shopper back to; never from a request. */
  callbackUrl: string;
  paystack: {
    /** null only in development: the program that starts the API uses the sandbox and its key. */
    secretKey: string | null;
    url: string | null;
    /** Hosts that a shopper may be sent to for paying. */
    pageHosts: string[];
    timeoutMs: number;
  };
  /** How long unpaid bottles are kept for an order. */
  holdMinutes: number;
  /** Bottles that one e-mail address, or one network address, may hold unpaid. */
  heldPerEmail: number;
  heldPerAddress: number;
  /** Header in which the shop's own proxy gives the client's address; null: the connection's address counts. */
  clientAddressHeader: string | null;
  /** Origins of sites that may call the API from a browser. */
  corsOrigins: string[];
}

/**
 * Reads the settings out of environment variables; an empty one counts as absent.
 * @throws SettingsError naming every fault at once.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = environment.safeParse(given);
  if (!read.success) {
    const faults = read.error.issues.map((issue) => `  ${issue.path.join('.')} ${issue.message}`);
    throw new SettingsError(`The settings need mending:\n${faults.join('\n')}`);
  }
  const value = read.data;
  const production = value.SHOP_MODE === 'production';
  const siteUrl = value.SITE_URL ?? 'http://127.0.0.1:4321';
  return {
    mode: value.SHOP_MODE,
    databaseUrl: value.DATABASE_URL ?? null,
    dataDir: resolve(value.DATA_DIR),
    siteUrl,
    callbackUrl: `${siteUrl}/payment/callback`,
    paystack: {
      secretKey: value.PAYSTACK_SECRET_KEY ?? null,
      url: value.PAYSTACK_URL ?? (production ? 'https://api.paystack.co' : null),
      pageHosts:
        value.PAYSTACK_PAGE_HOSTS.length > 0 ? value.PAYSTACK_PAGE_HOSTS : ['checkout.paystack.com'],
      timeoutMs: value.PAYSTACK_TIMEOUT_SECONDS * 1000,
    },
    holdMinutes: value.HOLD_MINUTES,
    heldPerEmail: value.HELD_PER_EMAIL,
    heldPerAddress: value.HELD_PER_ADDRESS,
    clientAddressHeader: value.CLIENT_ADDRESS_HEADER ?? null,
    corsOrigins: value.CORS_ORIGINS,
  };
}
