import {
  ASK_EACH_TIME,
  FOR_EVER,
  HASHED_FOLDERS,
  type HostingOptions,
  type Moved,
  NOT_FOUND_FILE,
  REWRITES,
  securityHeaders,
} from './hosting.ts';

/** nginx does not know this type, and browsers ignore a manifest that is sent as bytes. */
const MANIFEST = { ending: '.webmanifest', type: 'application/manifest+json' };

/**
 * The rules of hosting.ts for nginx (1.18 or newer), for a server block that sets `$site_live` and `$site_pool`
 * (src/server/README.md shows one). It contains no path of a machine, so it travels with the site.
 */
export function nginxConfig(
  { siteUrl, apiUrl }: HostingOptions,
  moved: readonly Moved[] = [],
): string {
  const security = Object.entries(securityHeaders(siteUrl));
  // Repeated in each location. Headers of the server block would be added to the API's answers, too.
  const headers = (cache: string) =>
    [...security, ['cache-control', cache]]
      .map(([name, value]) => `add_header ${name} "${value}" always;`)
      .join('\n  ');

  return `# The site's addresses and headers, made from src/server/hosting.ts. The README.md beside it explains how to include this file.
root $site_live;
error_page 404 ${NOT_FOUND_FILE};
absolute_redirect off;
charset utf-8;
# Files have compressed forms beside them. The API's answers are never compressed, because they hold secrets (BREACH).
gzip off;
gzip_static on;
gzip_vary on;
# A cached open file would still be served after its release was replaced.
open_file_cache off;

location = / {
  try_files /index.html =404;
  ${headers(ASK_EACH_TIME)}
}

# Each page has one address: /products/ redirects to /products. (rewrite encodes what it captured, return does
# not. Browsers turn a backslash, \\x5c, into a slash, and two slashes lead to another site.)
location ~ /$ {
  rewrite ^(/[^\\x5c]*[^/\\x5c])/+$ $1 permanent;
  return 404;
  ${headers(ASK_EACH_TIME)}
}

# Pages that many addresses share.
${REWRITES.map(
  ({ pattern, file }) => `location ~ ^${pattern.replace(/:\w+/g, '[^/]+')}$ {
  try_files ${file} =404;
  ${headers(ASK_EACH_TIME)}
}`,
).join('\n')}

${moved.length > 0 ? '# Pages that have moved. Browsers ask each time: a new page may take the address.\n' : ''}${moved
  .map(
    ({ from, to }) => `location = ${quoted(decodeURIComponent(from))} {
  return 301 ${to}$is_args$args;
  ${headers(ASK_EACH_TIME)}
}
`,
  )
  .join('')}
# Pages by file name, compressed forms, hidden names, hosting rules.
location = ${NOT_FOUND_FILE} {
  internal;
  ${headers(ASK_EACH_TIME)}
}
location ~ (\\.(html|br|gz)$|/\\.|^/_(?!assets/)|^/(index|404)$) {
  return 404;
}

# Names with a hash. The pool comes first, because nothing is swapped there between finding and opening a file.
location ~ ^(${HASHED_FOLDERS.join('|')}|/pagefind/[^/]+\\.pf_meta$) {
  root $site_pool;
  try_files $uri @live;
  ${headers(FOR_EVER)}
}
location @live {
  try_files $uri =404;
  ${headers(FOR_EVER)}
}

location ~ \\${MANIFEST.ending}$ {
  types {}
  default_type ${MANIFEST.type};
  ${headers(ASK_EACH_TIME)}
}

location / {
  # An encoded slash does not separate folders.
  if ($request_uri ~* ^[^?]*%(2f|5c)) {
    return 404;
  }
  try_files $uri.html $uri =404;
  ${headers(ASK_EACH_TIME)}
}
${apiUrl ? forwarding(apiUrl) : ''}`;
}

/** A text of nginx's configuration. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Forwards the API at the site's own address. The API's answers have their own headers. */
function forwarding(apiUrl: string): string {
  // With a path nginx puts it in place of the location's; without one it passes the address as the browser wrote it.
  const target = (path: string) => (new URL(apiUrl).pathname === '/' ? apiUrl : apiUrl + path);
  return ['/api/', '/media/']
    .map(
      (path) => `
location ^~ ${path} {
  proxy_pass ${target(path)};
  proxy_http_version 1.1;
  proxy_ssl_server_name on;
  # For the API's CLIENT_ADDRESS_HEADER=x-real-ip.
  proxy_set_header X-Real-IP $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  # The longest call waits 11 s for Paystack.
  proxy_read_timeout 30s;
}
`,
    )
    .join('');
}
