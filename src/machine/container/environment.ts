import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** A name of a host as DNS has it: no scheme, no port, no path. */
const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i;

/**
 * Returns the settings that a shop in a container adds: places under /storage, the address of a domain, its own seal
 * key, and the mail server under the names that ONCE gives it. A setting that was given wins.
 */
export function containerSettings(
  { storage, dataDir }: { storage: string; dataDir: string },
  given: Environment,
): Environment {
  const { DOMAIN } = given;
  const shop = join(storage, 'shop');
  return {
    ...(DOMAIN && { SITE_URL: `https://${DOMAIN}` }),
    ...(existsSync(join(shop, 'shop.json')) && { SHOP_DIR: shop }),
    ADMIN: 'on',
    PORT: '4321',
    ...mailSettings(given),
    ORDER_SEAL_KEY: given.ORDER_SEAL_KEY || ownSealKey(storage),
    ...withoutEmpty(given),
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    CLIENT_ADDRESS_HEADER: 'x-real-ip',
  };
}

/** Returns the faults of the settings that only a container has. */
export function containerFaults({ DOMAIN, SITE_URL }: Environment): string[] {
  if (DOMAIN && !HOST_NAME.test(DOMAIN)) {
    return ['DOMAIN must be the name of a host alone, such as shop.example'];
  }
  if (!DOMAIN && !SITE_URL) {
    return [
      'DOMAIN is needed, such as shop.example: the container then gets a certificate for it. Behind a proxy that has one, set SITE_URL instead, such as https://shop.example',
    ];
  }
  return [];
}

/** ONCE has a screen for the mail server and hands it over in these. */
function mailSettings(given: Environment): Environment {
  const { SMTP_ADDRESS, SMTP_PORT, SMTP_USERNAME, SMTP_PASSWORD, MAILER_FROM_ADDRESS } = given;
  const from = MAILER_FROM_ADDRESS && { MAIL_FROM: MAILER_FROM_ADDRESS };
  if (!SMTP_ADDRESS) return { ...from };
  const port = SMTP_PORT || '587';
  const url = new URL(`${port === '465' ? 'smtps' : 'smtp'}://${SMTP_ADDRESS}:${port}`);
  if (SMTP_USERNAME) url.username = encodeURIComponent(SMTP_USERNAME);
  if (SMTP_PASSWORD) url.password = encodeURIComponent(SMTP_PASSWORD);
  return { ...from, SMTP_URL: url.href };
}

/** Made once. No backup has it, so it lies beside them. */
function ownSealKey(storage: string): string {
  const file = join(storage, 'order-seal-key');
  if (!existsSync(file)) {
    mkdirSync(storage, { recursive: true });
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  }
  return readFileSync(file, 'utf8').trim();
}

const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
