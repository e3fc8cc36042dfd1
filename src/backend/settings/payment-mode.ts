import { company } from '#config/company.ts';
import { shop } from '#config/shop.ts';
import { insecureAddresses, isPublicAddress } from '#config/web-address.ts';
import { EXTENSIONS, type Extension } from '#contract/extensions.ts';
import {
  CHOSEN_WAYS,
  type ChosenWay,
  type ProviderId,
  WAYS,
  type WayId,
} from '#domain/payments/ways.ts';

/** The default address of the payment sandbox, and the keys that only the sandbox knows. */
export const SANDBOX = {
  url: 'http://127.0.0.1:4322',
  key: 'sk_test_turare_sandbox',
  /** Its path for the calls of Flutterwave. */
  flutterwavePath: '/v3',
  flutterwaveKey: 'FLWSECK_TEST-turare-sandbox-X',
  flutterwaveHash: 'turare-sandbox-hash',
};

/** The accounts at providers, with the names of their settings and the beginnings of their keys. */
const ACCOUNTS = {
  paystack: {
    name: 'Paystack',
    key: 'PAYSTACK_SECRET_KEY',
    url: 'PAYSTACK_URL',
    own: 'https://api.paystack.co',
    pages: ['checkout.paystack.com'],
    live: 'sk_live_',
    test: 'sk_test_',
    sandboxUrl: SANDBOX.url,
    sandboxKey: SANDBOX.key,
  },
  flutterwave: {
    name: 'Flutterwave',
    key: 'FLUTTERWAVE_SECRET_KEY',
    url: 'FLUTTERWAVE_URL',
    own: 'https://api.flutterwave.com/v3',
    pages: ['checkout.flutterwave.com', 'api.flutterwave.com'],
    live: 'FLWSECK-',
    test: 'FLWSECK_TEST-',
    sandboxUrl: SANDBOX.url + SANDBOX.flutterwavePath,
    sandboxKey: SANDBOX.flutterwaveKey,
  },
} as const;
type Account = (typeof ACCOUNTS)[keyof typeof ACCOUNTS];
const ALL: readonly Account[] = Object.values(ACCOUNTS);

/** Whether a shop takes new payments at a provider. */
export const uses = (provider: ProviderId, { PAYMENT_WAYS }: Pick<Given, 'PAYMENT_WAYS'>) =>
  PAYMENT_WAYS.some((way) => WAYS[way].provider === provider);

/**
 * Returns a provider's key, the address of its API and the hosts of its pages, with those of the sandbox outside
 * production. The key is empty in a shop that does not use the provider.
 * @param hosts - those that the settings name.
 */
export function accountOf(provider: keyof typeof ACCOUNTS, given: Given, hosts: string[]) {
  const account = ACCOUNTS[provider];
  const production = given.SHOP_MODE === 'production';
  const key = given[account.key] ?? (uses(provider, given) ? account.sandboxKey : '');
  const url = given[account.url] ?? (production ? account.own : account.sandboxUrl);
  // The sandbox serves its own pages. The providers have separate hosts for them.
  const pages = production ? [...account.pages] : [new URL(url).host];
  return { key, url, hosts: hosts.length > 0 || key === '' ? hosts : pages };
}

/** Whether a shop offers a way to pay: its settings name it, and shop.json has the facts that it needs. */
export const isOffered = (way: WayId, { PAYMENT_WAYS }: Pick<Given, 'PAYMENT_WAYS'>): boolean =>
  PAYMENT_WAYS.some((each) => each === way) &&
  (way !== 'bank' || shop.bankAccount !== null) &&
  (way !== 'delivery' || shop.payOnDelivery !== null);

/** Returns this API's extensions: all, but payment.test only if it is true, and ways to pay only if there are several. */
export function offeredExtensions(
  settings: Pick<Given, 'TEST_PAYMENTS' | 'PAYMENT_WAYS'>,
): Extension[] {
  const ways = CHOSEN_WAYS.filter((way) => isOffered(way, settings));
  const depends: Partial<Record<Extension, boolean>> = {
    'payment.test': settings.TEST_PAYMENTS === 'yes',
    'payment.ways': ways.length > 1,
    'payment.paystack': ways.includes('paystack'),
    'payment.flutterwave': ways.includes('flutterwave'),
    'payment.transfer': ways.includes('transfer'),
    'payment.bank': ways.includes('bank'),
    'order.return': company.returns.online !== null,
    'payment.delivery': ways.includes('delivery'),
  };
  return EXTENSIONS.filter((name) => depends[name] ?? true);
}

interface Given {
  SHOP_MODE: 'development' | 'production';
  SITE_URL?: string | undefined;
  PUBLIC_API_URL?: string | undefined;
  PAYSTACK_SECRET_KEY?: string | undefined;
  PAYSTACK_URL?: string | undefined;
  FLUTTERWAVE_SECRET_KEY?: string | undefined;
  FLUTTERWAVE_URL?: string | undefined;
  TEST_PAYMENTS: 'yes' | 'no';
  PAYMENT_WAYS: readonly ChosenWay[];
  ORDER_SEAL_KEY: readonly string[];
  CORS_ORIGINS: readonly string[];
}

/** A fault of one setting. `message` has no full stop. */
interface Fault {
  path: [string];
  message: string;
}

/**
 * Returns what is wrong with the settings that decide whether money is real. A live key needs SHOP_MODE=production: in
 * development it would take money beside an outbox that everybody can read. A test key in production would give the goods
 * away.
 */
export function paymentFaults(given: Given): Fault[] {
  return given.SHOP_MODE === 'production' ? ofProduction(given) : ofTrial(given);
}

const isPlain = (address: string) => URL.parse(address)?.protocol === 'http:';
const hasLive = (given: Given) => ALL.some(({ key, live }) => given[key]?.startsWith(live));

function ofProduction(given: Given): Fault[] {
  const faults = insecureAddresses({
    SITE_URL: given.SITE_URL,
    PUBLIC_API_URL: given.PUBLIC_API_URL,
  }).map(toFault);
  if (given.CORS_ORIGINS.some(isPlain)) {
    faults.push({ path: ['CORS_ORIGINS'], message: 'must begin with https:// in production' });
  }
  if (hasLive(given) && given.ORDER_SEAL_KEY.length === 0) {
    faults.push({
      path: ['ORDER_SEAL_KEY'],
      message:
        'is needed with live payments, so that paid orders outlive the database: the characters of: openssl rand -hex 32. Keep them beside your backups',
    });
  }
  return [...faults, ...ALL.flatMap((account) => ofAccount(given, account))];
}

/** Checks the key and the address of one account in production. */
function ofAccount(given: Given, account: Account): Fault[] {
  const { name, own } = account;
  const key = given[account.key] ?? '';
  const url = given[account.url] ?? own;
  const isLive = key.startsWith(account.live);
  const faults: Fault[] = [];
  if (isPlain(url)) {
    faults.push({
      path: [account.url],
      message: `must begin with https:// in production. Leave it out for ${name}'s own, ${own}`,
    });
  } else if (isLive && URL.parse(url)?.host !== new URL(own).host) {
    faults.push({
      path: [account.url],
      message: `must be ${own} with a live key: nobody else may see it. Leave ${account.url} out, or use a test key`,
    });
  }
  const secret = (message: string) => faults.push({ path: [account.key], message });
  if (key === account.sandboxKey) {
    secret(`is the key of the payment sandbox, with which nobody pays. Set the one from ${name}`);
  } else if (isLive && given.TEST_PAYMENTS === 'yes') {
    const message = `is yes, but ${account.key} is a live key: leave TEST_PAYMENTS out`;
    faults.push({ path: ['TEST_PAYMENTS'], message });
  } else if (key.startsWith(account.test) && given.TEST_PAYMENTS === 'no') {
    secret(
      'is a test key, with which nobody pays. Set the live key, or TEST_PAYMENTS=yes to say so on every page and email',
    );
  } else if (key !== '' && !isLive && !key.startsWith(account.test)) {
    secret(`must begin with ${account.live}, as the secret key in the ${name} dashboard does`);
  }
  return faults;
}

/** Checks a trial. Outside production, /dev/mail shows everybody's emails, and the sandbox gives the goods away. */
function ofTrial(given: Given): Fault[] {
  const { SITE_URL } = given;
  const faults: Fault[] = ALL.filter(({ key, live }) => given[key]?.startsWith(live)).map(
    ({ key }) => ({
      path: [key],
      message: 'is a live key: set SHOP_MODE=production with it, or use a test key',
    }),
  );
  if (SITE_URL !== undefined && isPublicAddress(SITE_URL)) {
    faults.push({
      path: ['SITE_URL'],
      message:
        'is a public address, where anybody could read all emails at /dev/mail: set SHOP_MODE=production with it',
    });
  }
  return faults;
}

const toFault = (sentence: string): Fault => {
  const [name = '', ...words] = sentence.split(' ');
  return { path: [name], message: words.join(' ') };
};
