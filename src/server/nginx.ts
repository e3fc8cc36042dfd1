import {
  ASK_EACH_TIME,
  FOR_EVER,
  formsOf,
  HASHED_FOLDERS,
  type HostingOptions,
  type Moved,
  NOT_FOUND_FILE,
  OWN_TYPES,
  PROFILE,
  REWRITES,
  securityHeaders,
} from './hosting.ts';

/**
 * Returns the rules of hosting.ts for nginx (1.18 or newer), for a server block that sets `$site_live` and `$site_pool`
 * (src/server/README.md shows one). They contain no path of a machine, so they travel with the site.
 */
export function nginxConfig({ siteUrl, apiUrl }: HostingOptions, moved: readonly Moved[]): string {
  const security = Object.entries(securityHeaders(siteUrl));
  // Repeated in each location. Headers of the server block would be added to the API's answers, too.
  const headers = (cache: string) =>
    [...security, ['cache-control', cache]]
      .map(([name, value = '']) => `add_header ${name} ${quoted(value)} always;`)
      .join('\n  ');
  const hashed = headers(FOR_EVER);
  const page = (files: string) => `try_files ${files} =404;\n  ${headers(ASK_EACH_TIME)}`;

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
  ${page('/index.html')}
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
  ${page(file)}
}`,
).join('\n')}

${moved.length > 0 ? '# Pages that have moved. Browsers ask each time: a new page may take the address.\n' : ''}${moved
  .flatMap((one) =>
    formsOf(one).map(
      (from) => `location = ${quoted(decodeURIComponent(from))} {
  return 301 ${one.to}$is_args$args;
  ${headers(ASK_EACH_TIME)}
}
`,
    ),
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

location = ${PROFILE.path} {
  types {}
  default_type ${PROFILE.type};
  try_files $uri =404;
  ${headers(PROFILE.cache)}
}

# Names with a hash. The pool comes first, because nothing is swapped there between finding and opening a file.
location ~ ^(${HASHED_FOLDERS.join('|')}|/pagefind/[^/]+\\.pf_meta$) {
  root $site_pool;
  try_files $uri @live;
  ${hashed}
}
location @live {
  try_files $uri =404;
  ${hashed}
}

${Object.entries(OWN_TYPES)
  .map(
    ([ending, type]) => `location ~ \\${ending}$ {
  types {}
  default_type ${quoted(type)};
  ${headers(ASK_EACH_TIME)}
}
`,
  )
  .join('')}
location / {
  # An encoded slash does not separate folders.
  if ($request_uri ~* ^[^?]*%(2f|5c)) {
    return 404;
  }
  ${page('$uri.html $uri')}
}
${apiUrl ? forwarding(apiUrl) : ''}`;
}

/** Quotes a text for nginx's configuration. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/**
 * The rules for bodies, by location. The office checks the sender of a large body before it reads it: pictures from
 * phones, a merchant's catalogue with its pictures. All others are small, and wait in memory until they are complete.
 */
const BODIES: Readonly<Record<string, string>> = {
  '^~ /api/': small('256k', '264k'),
  '^~ /api/return-picture/': passedOn('5m'),
  '^~ /media/': small('1k', '8k'),
  '= /admin': small('1k', '8k'),
  '^~ /admin/': passedOn('64m'),
  '^~ /admin/products/import/': passedOn('501m'),
};

/** @param memory - slightly more than the limit, so that nothing is written to the disk. */
function small(limit: string, memory: string): string {
  return `client_max_body_size ${limit};
  client_body_buffer_size ${memory};`;
}

function passedOn(limit: string): string {
  return `client_max_body_size ${limit};
  proxy_request_buffering off;
  proxy_send_timeout 300s;`;
}

/** Forwards the API and its back office at the site's address. The API's answers have their own headers. */
function forwarding(apiUrl: string): string {
  // A path in proxy_pass replaces the location's. Without one nginx passes the address as the browser wrote it.
  const target = (path: string) => (new URL(apiUrl).pathname === '/' ? apiUrl : apiUrl + path);
  return Object.entries(BODIES)
    .map(
      ([location, rules]) => `
location ${location} {
  proxy_pass ${target(location.replace(/^\S+ /, ''))};
  proxy_http_version 1.1;
  proxy_ssl_server_name on;
  # For the API's CLIENT_ADDRESS_HEADER=x-real-ip.
  proxy_set_header X-Real-IP $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  # The longest call waits 11 s for Paystack.
  proxy_read_timeout 30s;
  ${rules}
}
`,
    )
    .join('');
}
