import { shop } from '#config/shop.ts';
import { insecureAddresses, isPublicAddress } from '#config/web-address.ts';
import { EXTENSIONS, type Extension } from '#contract/extensions.ts';
import { CHOSEN_WAYS, type ChosenWay, type WayId } from '#domain/payments/ways.ts';

/** The default address of the payment sandbox, and the key that only the sandbox knows. */
export const SANDBOX = { url: 'http://127.0.0.1:4322', key: 'sk_test_turare_sandbox' };
export const PAYSTACK_URL = 'https://api.paystack.co';

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
    'payment.transfer': ways.includes('transfer'),
    'payment.bank': ways.includes('bank'),
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
const isLive = (key: string) => key.startsWith('sk_live_');

function ofProduction(given: Given): Fault[] {
  const key = given.PAYSTACK_SECRET_KEY ?? '';
  const url = given.PAYSTACK_URL ?? PAYSTACK_URL;
  const faults = insecureAddresses({
    SITE_URL: given.SITE_URL,
    PUBLIC_API_URL: given.PUBLIC_API_URL,
  }).map(toFault);
  if (isPlain(url)) {
    faults.push({
      path: ['PAYSTACK_URL'],
      message: `must begin with https:// in production. Leave it out for Paystack's own, ${PAYSTACK_URL}`,
    });
  } else if (isLive(key) && URL.parse(url)?.host !== new URL(PAYSTACK_URL).host) {
    faults.push({
      path: ['PAYSTACK_URL'],
      message: `must be ${PAYSTACK_URL} with a live key: nobody else may see it. Leave PAYSTACK_URL out, or use a test key`,
    });
  }
  if (given.CORS_ORIGINS.some(isPlain)) {
    faults.push({ path: ['CORS_ORIGINS'], message: 'must begin with https:// in production' });
  }
  if (isLive(key) && given.ORDER_SEAL_KEY.length === 0) {
    faults.push({
      path: ['ORDER_SEAL_KEY'],
      message:
        'is needed with live payments, so that paid orders outlive the database: the characters of: openssl rand -hex 32. Keep them beside your backups',
    });
  }
  const secret = (message: string) => faults.push({ path: ['PAYSTACK_SECRET_KEY'], message });
  if (key === SANDBOX.key) {
    secret('is the key of the payment sandbox, with which nobody pays. Set the one from Paystack');
  } else if (isLive(key) && given.TEST_PAYMENTS === 'yes') {
    const message = 'is yes, but PAYSTACK_SECRET_KEY is a live key: leave TEST_PAYMENTS out';
    faults.push({ path: ['TEST_PAYMENTS'], message });
  } else if (key.startsWith('sk_test_') && given.TEST_PAYMENTS === 'no') {
    secret(
      'is a test key, with which nobody pays. Set the live key, or TEST_PAYMENTS=yes to say so on every page and email',
    );
  } else if (key !== '' && !/^sk_(live|test)_/.test(key)) {
    secret('must begin with sk_live_, as the secret key in the Paystack dashboard does');
  }
  return faults;
}

/** Checks a trial. Outside production, /dev/mail shows everybody's emails, and the sandbox gives the goods away. */
function ofTrial({ SITE_URL, PAYSTACK_SECRET_KEY: key = '' }: Given): Fault[] {
  const faults: Fault[] = [];
  if (isLive(key)) {
    faults.push({
      path: ['PAYSTACK_SECRET_KEY'],
      message: 'is a live key: set SHOP_MODE=production with it, or use a test key',
    });
  }
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
