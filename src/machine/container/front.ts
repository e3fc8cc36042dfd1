import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

const LETS_ENCRYPT = 'https://acme-v02.api.letsencrypt.org/directory';

/**
 * Starts Caddy in front of the shop. With DOMAIN it serves HTTPS and gets its certificate by ACME; without, HTTP.
 * It keeps running while the shop is closed, and requests wait for a moment.
 */
export function startFront(storage: string, env: Environment): ChildProcess {
  const { DOMAIN, PORT, HTTP_PORT, HTTPS_PORT, ACME_DIRECTORY } = env;
  const folder = join(storage, 'tls');
  return spawn(
    'caddy',
    ['run', '--config', join(import.meta.dirname, 'Caddyfile'), '--adapter', 'caddyfile'],
    {
      stdio: 'inherit',
      // Not the shop's settings: Caddy needs none of their secrets.
      env: {
        PATH: process.env.PATH,
        // A trust store of one's own, for an ACME server of one's own.
        ...(env.SSL_CERT_FILE && { SSL_CERT_FILE: env.SSL_CERT_FILE }),
        HOME: folder,
        TLS_FOLDER: folder,
        HTTP_PORT: HTTP_PORT || '80',
        HTTPS_PORT: HTTPS_PORT || '443',
        ACME_DIRECTORY: ACME_DIRECTORY || LETS_ENCRYPT,
        SHOP_PORT: PORT,
        FRONT_ADDRESS: DOMAIN || 'http://',
        // Without a certificate of our own the client of the connection is a proxy, which names the shopper last in its header.
        CLIENT_ADDRESS: DOMAIN ? '{remote_host}' : '{header.X-Forwarded-For}',
      },
    },
  );
}
