import { existsSync } from 'node:fs';
import { installPackages } from './apt.ts';

/** nginx as Debian and Ubuntu lay it out. */
const NGINX = {
  program: '/usr/sbin/nginx',
  types: '/etc/nginx/mime.types',
  brotli: '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so',
};

/** The nginx of the tests, with Brotli; null without one. */
export function findNginx(): typeof NGINX | null {
  return Object.values(NGINX).every((file) => existsSync(file)) ? NGINX : null;
}

/**
 * Sees to it that there is an nginx where apt may be used; elsewhere the tests do without it and say so.
 * @throws Error in CI, where no test may be left out.
 */
export function ensureNginx(): void {
  if (findNginx()) return;
  console.log('Installing nginx for the tests (once) …');
  if (installPackages('nginx-light', 'libnginx-mod-http-brotli-static') && findNginx()) return;
  const sentence =
    'There is no nginx with Brotli. On Debian: apt-get install nginx-light libnginx-mod-http-brotli-static';
  if (process.env.CI) throw new Error(sentence);
  console.log(`${sentence}\nIts tests are left out.`);
}
