import { existsSync } from 'node:fs';
import { aptCommand, installPackages, mayInstall } from './apt.ts';

/** The paths of nginx on Debian and Ubuntu. */
const NGINX = {
  program: '/usr/sbin/nginx',
  types: '/etc/nginx/mime.types',
  brotli: '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so',
};

const PACKAGES = ['nginx-light', 'libnginx-mod-http-brotli-static'];

/** Returns nginx with Brotli for the tests, or null. */
export function findNginx(): typeof NGINX | null {
  return Object.values(NGINX).every((file) => existsSync(file)) ? NGINX : null;
}

/**
 * Ensures that there is an nginx, which root and CI install. Otherwise its tests are skipped, with a message.
 * @throws Error in CI, where no test may be skipped.
 */
export function ensureNginx(): void {
  if (findNginx()) return;
  if (mayInstall()) {
    console.log('Installing nginx for the tests (once) …');
    if (installPackages(...PACKAGES) && findNginx()) return;
  }
  const sentence = `There is no nginx with Brotli. On Debian: ${aptCommand(...PACKAGES)}`;
  if (process.env.CI) throw new Error(sentence);
  console.log(`${sentence}\nIts tests are skipped.`);
}
