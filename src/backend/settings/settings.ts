import { resolve } from 'node:path';
import * as z from 'zod';
import { LOG_LEVELS } from '#backend/base/log.ts';
import { company } from '#config/company.ts';
import { shop } from '#config/shop.ts';
import { shopFaults } from '#config/shop-folder.ts';
import { SMALLEST_PAYMENT_KOBO } from '#domain/money/smallest-payment.ts';
import { CHOSEN_WAYS, WAYS } from '#domain/payments/ways.ts';
import { readMetricsAddress } from '#process/metrics.ts';
import { backupFaults, backupShape } from './backup-settings.ts';
import { mediaFaults, mediaShape } from './media-settings.ts';
import { accountOf, paymentFaults, uses } from './payment-mode.ts';

/** The error for a faulty environment. `message` lists all faults, for the merchant. */
export class SettingsError extends Error {
  override name = 'SettingsError';
  /** Each begins with the name of the setting and has no full stop. */
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`Some settings are wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );
const whole = (standard: number | (() => number), min: number, max: number) =>
  z.coerce
    .number(`must be a whole number from ${min} to ${max}`)
    .int()
    .min(min)
    .max(max)
    .default(typeof standard === 'function' ? standard : () => standard);
const webAddress = z.url({
  protocol: /^https?$/,
  error: 'must be a web address (http:// or https://)',
});
const origin = webAddress.transform((text) => text.replace(/\/+$/, ''));

const metricsAddress = z.string().transform((text, context) => {
  const faults: string[] = [];
  const address = readMetricsAddress(text, faults);
  for (const fault of faults) context.addIssue(fault.replace('METRICS_ADDRESS ', ''));
  return address ?? z.NEVER;
});

/** The place of the shop's data. */
const place = z.object({
  /** Without it, the program that starts the API also starts its own PostgreSQL. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  /** The same database without a pooler in transaction mode, for work that needs its own connection (db/addresses.ts). */
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  /** The folder of the shop's own PostgreSQL, and of the pictures unless they are in an S3 store. */
  DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(path)),
});
/** An address for sessions needs an address for calls. */
const NO_CALLS = 'is needed with DATABASE_DIRECT_URL: the address for calls';
const directFaults = (given: z.output<typeof place>) =>
  given.DATABASE_DIRECT_URL !== undefined && given.DATABASE_URL === undefined
    ? [{ path: ['DATABASE_URL'], message: NO_CALLS }]
    : [];
/** The settings of commands that need only the data. */
export type Place = z.output<typeof place>;

const environment = z
  .object({
    /** Production needs no session secret: tokens are random and looked up, and nothing is signed (see src/backend/README.md). */
    SHOP_MODE: z
      .enum(['development', 'production'], 'must be development or production')
      .default('development'),
    ...place.shape,
    ...mediaShape,
    ...backupShape,
    /** The folder of the shop's facts, pictures and pages (src/demo/shop/README.md). Default: the demo's. */
    SHOP_DIR: z.string().optional(),
    /** The origin of the site. The provider sends shoppers back to it, whatever a request says. */
    SITE_URL: origin.optional(),
    /** The public origin of the API, for links in emails that call it. Default: the site's. */
    PUBLIC_API_URL: origin.optional(),
    /** Hosts from which pictures may be downloaded without asking (media/allowed-hosts.ts). */
    PICTURE_HOSTS: z.string().optional(),
    PAYSTACK_SECRET_KEY: z.string().min(8, 'is too short to be a Paystack key').optional(),
    PAYSTACK_URL: origin.optional(),
    FLUTTERWAVE_SECRET_KEY: z.string().min(8, 'is too short to be a Flutterwave key').optional(),
    /** The secret hash that the owner types into Flutterwave's dashboard. Without it, its messages are refused. */
    FLUTTERWAVE_WEBHOOK_HASH: z.string().default(''),
    FLUTTERWAVE_URL: origin.optional(),
    /** As PAYSTACK_PAGE_HOSTS. */
    FLUTTERWAVE_PAGE_HOSTS: list,
    /** `yes` in production with a test key of the provider: every page and email says that no payment is real. */
    TEST_PAYMENTS: z.enum(['yes', 'no'], 'must be yes or no').default('no'),
    /**
     * Seals the data from which an order can be made again, beside its payment at the provider (payments/sealed/). The
     * first secret seals; all of them open. It is in no database, log or backup.
     */
    ORDER_SEAL_KEY: list.refine((secrets) => secrets.every((secret) => secret.length >= 32), {
      error: `must have at least 32 characters, such as those of: openssl rand -hex 32. Commas separate several`,
    }),
    /** The shopper's ways to pay, in the order of the checkout. One of them is the page of a provider. */
    PAYMENT_WAYS: z
      .string()
      .default('paystack')
      .transform((text) => text.split(',').map((item) => item.trim()))
      .pipe(
        z.array(
          z.enum(CHOSEN_WAYS, `must be some of ${CHOSEN_WAYS.join(',')}, with commas between them`),
        ),
      )
      .refine((ways) => ways.some((way) => WAYS[way].leads === 'provider'), {
        error:
          'must have paystack or flutterwave: a page takes over where an account cannot be opened',
      })
      .refine((ways) => ways.includes('paystack') || !ways.includes('transfer'), {
        error: 'must have paystack with transfer: its page takes over where it opens no account',
      })
      .transform((ways) => [...new Set(ways)]),
    /** Hosts, with their ports, to which a shopper may be sent for payment. */
    PAYSTACK_PAGE_HOSTS: list,
    /** The smallest total of an order, in kobo: the provider's minimum. The payment sandbox reads it, too. */
    SMALLEST_PAYMENT_KOBO: whole(SMALLEST_PAYMENT_KOBO, 1, 1_000_000),
    /** Milliseconds for one call to the provider. A browser waits 12 s for the state of a payment. */
    PAYSTACK_TIMEOUT_MS: whole(10_000, 100, 11_000),
    /**
     * Milliseconds between two questions about one payment, from all callers. The provider allows 100 requests a minute
     * with a test key. A tenth of a second of this is for different network delays.
     */
    PAYSTACK_PAUSE_MS: whole(1600, 0, 5000),
    /** The mail server: smtp://user:password@host:587 or smtps://…. Without it, emails stay in the outbox. */
    SMTP_URL: z
      .string()
      .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
      .optional(),
    /** The sender of the shop's emails. */
    MAIL_FROM: z
      .string()
      .includes('@', 'must be an email address')
      .default(() => `${shop.name} <${shop.email}>`),
    /** Receives an email for every paid order, for every refund that is due, and for refunds and disputes at the provider. */
    MERCHANT_EMAIL: z.email('must be an email address').optional(),
    /** Minutes for which units are reserved for an unpaid order. */
    RESERVATION_MINUTES: whole(() => company.reservationMinutes, 1, 24 * 60),
    /** Days for which the provider is asked from time to time whether an order's payment was reversed. */
    RECHECK_DAYS: whole(30, 0, 365),
    /** Days after delivery for which a confirmation's link shows its order; twice as many after payment without a delivery. */
    ORDER_LINK_DAYS: whole(90, 1, 3650),
    /** Units that the unpaid orders of one customer, or of one network address, may reserve. */
    RESERVED_PER_EMAIL: whole(20, 1, 100_000),
    RESERVED_PER_ADDRESS: whole(100, 1, 1_000_000),
    /** Samples that one customer may have, in all orders. */
    SAMPLES_PER_CUSTOMER: whole(3, 0, 100_000),
    /** Orders that one network address may begin in ten minutes without paying for them. */
    BEGUN_PER_ADDRESS: whole(120, 1, 1_000_000),
    /** The header in which the shop's proxy sends the client's address. Without it, the connection's address is used. */
    CLIENT_ADDRESS_HEADER: z.string().toLowerCase().optional(),
    /** The receiver of notices about the catalogue: the full address of a publisher or of a host's deploy hook. Optional. */
    PUBLISHER_URL: webAddress.optional(),
    /** Shared with the publisher, which verifies the shop's messages with it (src/contract/publishing.ts). */
    PUBLISHER_SECRET: z
      .string()
      .min(32, 'must have at least 32 characters, such as those of: openssl rand -hex 32')
      .optional(),
    /** The bearer token for a publisher that requires one, such as GitHub. */
    PUBLISHER_TOKEN: z.string().optional(),
    /** Minutes for which payments or publishing have stopped before the merchant gets an email. */
    ALERT_MINUTES: whole(15, 1, 24 * 60),
    /** The address for Prometheus, such as 127.0.0.1:9464. None by default. */
    METRICS_ADDRESS: metricsAddress.optional(),
    /** The level of the log: `info` has one line for each request in production, and `debug` everywhere. */
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
    /** Whether the back office answers at /admin (src/backend/office/README.md). */
    ADMIN: z.enum(['on', 'off'], 'must be on or off').default('off'),
    /** The kobo of one order that an owner can refund in the back office without using her passkey once more. */
    CONFIRM_REFUND_KOBO: whole(10_000_000, 0, 1_000_000_000_000),
    /** Origins of sites that may call the API from a browser. */
    CORS_ORIGINS: list.pipe(z.array(origin)),
  })
  .check((context) => {
    const { value, issues } = context;
    const fault = publisherFault(value);
    const faults = [
      ...directFaults(value),
      ...(fault ? [fault] : []),
      ...paymentFaults(value),
      ...mediaFaults(value),
      ...backupFaults(value),
    ];
    issues.push(...faults.map((each) => ({ code: 'custom' as const, input: value, ...each })));
    if (value.SHOP_MODE !== 'production') return;
    const needed = {
      SITE_URL: 'the address that shoppers open, such as https://turare.ng',
      ...(uses('paystack', value) && {
        PAYSTACK_SECRET_KEY: 'the secret key from the Paystack dashboard',
      }),
      ...(uses('flutterwave', value) && {
        FLUTTERWAVE_SECRET_KEY: 'the secret key from the Flutterwave dashboard',
        FLUTTERWAVE_WEBHOOK_HASH: 'the secret hash that you type into the Flutterwave dashboard',
      }),
      SMTP_URL: 'the mail server, such as smtps://user:password@mail.turare.ng',
      MERCHANT_EMAIL: 'the address that hears of orders, such as orders@turare.ng',
    } as const;
    for (const [name, meaning] of Object.entries(needed)) {
      if (value[name as keyof typeof value]) continue;
      issues.push({
        code: 'custom',
        input: value,
        path: [name],
        message: `is needed in production: ${meaning}`,
      });
    }
  });

/** GitHub takes `repository_dispatch` events in its own form (REST API, 'Create a repository dispatch event'). */
export const GITHUB = 'api.github.com';
const GITHUB_DISPATCHES = /^https:\/\/api\.github\.com\/repos\/[^/]+\/[^/]+\/dispatches$/;

/** Returns what is wrong with the publisher's settings, or null. */
function publisherFault(given: {
  PUBLISHER_URL?: string | undefined;
  PUBLISHER_SECRET?: string | undefined;
  PUBLISHER_TOKEN?: string | undefined;
}): { path: string[]; message: string } | null {
  const { PUBLISHER_URL: url, PUBLISHER_SECRET: secret, PUBLISHER_TOKEN: token } = given;
  // The schema reports an invalid address.
  if (!url || !URL.canParse(url)) return null;
  if (new URL(url).host === GITHUB) {
    if (!GITHUB_DISPATCHES.test(url)) {
      const message = `must be https://${GITHUB}/repos/OWNER/REPOSITORY/dispatches`;
      return { path: ['PUBLISHER_URL'], message };
    }
    if (token) return null;
    const message = 'is needed with GitHub: a token that may write the repository’s contents';
    return { path: ['PUBLISHER_TOKEN'], message };
  }
  if (token && !url.startsWith('https:')) {
    return {
      path: ['PUBLISHER_URL'],
      message: 'must be https, since PUBLISHER_TOKEN is sent with it',
    };
  }
  if (secret) return null;
  const message = 'is needed with PUBLISHER_URL: the secret that the publisher shares';
  return { path: ['PUBLISHER_SECRET'], message };
}

/** The settings after reading, with defaults for development: the sandbox on this machine and the shop's own address. */
export type Settings = Omit<
  z.output<typeof environment>,
  | 'SITE_URL'
  | 'PUBLIC_API_URL'
  | `${'PAYSTACK' | 'FLUTTERWAVE'}_${'SECRET_KEY' | 'URL'}`
  | 'MERCHANT_EMAIL'
> & {
  SITE_URL: string;
  PUBLIC_API_URL: string;
  /** Empty in a shop that does not use Paystack. */
  PAYSTACK_SECRET_KEY: string;
  PAYSTACK_URL: string;
  /** Empty in a shop that does not use Flutterwave. */
  FLUTTERWAVE_SECRET_KEY: string;
  FLUTTERWAVE_URL: string;
  MERCHANT_EMAIL: string;
};

const STAND_INS = { MAIL_FROM: 'shop@shop.example', RESERVATION_MINUTES: '60' };

/**
 * Reads the settings from environment variables. An empty variable counts as absent.
 * @throws SettingsError that names every fault.
 */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = withoutEmpty(env);
  const faults = shopFaults(given.SHOP_DIR);
  // Defaults from an unreadable folder are left out, so that its faults and those of the settings are reported together.
  const settings = parse(
    environment,
    faults.length > 0 ? { ...STAND_INS, ...given } : given,
    faults,
  );
  const paystack = accountOf('paystack', settings, settings.PAYSTACK_PAGE_HOSTS);
  const flutterwave = accountOf('flutterwave', settings, settings.FLUTTERWAVE_PAGE_HOSTS);
  const site = settings.SITE_URL ?? 'http://127.0.0.1:4321';
  return {
    ...settings,
    SITE_URL: site,
    PUBLIC_API_URL: settings.PUBLIC_API_URL ?? site,
    MERCHANT_EMAIL: settings.MERCHANT_EMAIL ?? shop.email,
    PAYSTACK_SECRET_KEY: paystack.key,
    PAYSTACK_URL: paystack.url,
    PAYSTACK_PAGE_HOSTS: paystack.hosts,
    FLUTTERWAVE_SECRET_KEY: flutterwave.key,
    FLUTTERWAVE_URL: flutterwave.url,
    FLUTTERWAVE_PAGE_HOSTS: flutterwave.hosts,
  };
}

/** Reads only the place of the shop's data. @throws SettingsError that names every fault. */
export const readPlace = (env: Record<string, string | undefined>): Place =>
  parse(
    place.check(({ value, issues }) => {
      for (const fault of directFaults(value))
        issues.push({ code: 'custom', input: value, ...fault });
    }),
    withoutEmpty(env),
  );

const withoutEmpty = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/** @throws SettingsError with its faults, after those found before. */
function parse<S extends z.ZodType>(
  schema: S,
  given: object,
  faults: readonly string[] = [],
): z.output<S> {
  const read = schema.safeParse(given);
  if (read.success && faults.length === 0) return read.data;
  const issues = read.error?.issues ?? [];
  throw new SettingsError([
    ...faults,
    ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
  ]);
}
