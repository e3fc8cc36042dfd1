import {
  ASK_EACH_TIME,
  FOR_EVER,
  HASHED_FOLDERS,
  type HostingOptions,
  NOT_FOUND_FILE,
  REWRITES,
  securityHeaders,
} from './hosting.ts';

/** nginx does not know it, and a manifest of bytes is none. */
const MANIFEST = { ending: '.webmanifest', type: 'application/manifest+json' };

/**
 * The rules of hosting.ts for nginx (1.18 or newer): what stands inside a server block that sets `$site_live` and
 * `$site_pool` (README.md has one). Without paths of a machine, so that it travels with the site.
 */
export function nginxConfig({ siteUrl, apiUrl }: HostingOptions): string {
  const security = Object.entries(securityHeaders(siteUrl));
  // In each location: what stood around them all would be added to the API's answers too.
  const headers = (cache: string) =>
    [...security, ['cache-control', cache]]
      .map(([name, value]) => `add_header ${name} "${value}" always;`)
      .join('\n  ');

  return `# The site's addresses and headers, made from src/server/hosting.ts of Turare. Its README.md says how to include this.
root $site_live;
error_page 404 ${NOT_FOUND_FILE};
absolute_redirect off;
charset utf-8;
# What may be compressed lies compressed beside its file. Answers of the API never are: they hold secrets (BREACH).
gzip off;
gzip_static on;
gzip_vary on;
# An open file of an earlier release would go on being served.
open_file_cache off;

location = / {
  try_files /index.html =404;
  ${headers(ASK_EACH_TIME)}
}

# One address a page: /products/ is /products. (rewrite encodes what it captured, return would
# not; of a backslash, \\x5c, a browser makes a slash, and with two it leaves for another site.)
location ~ /$ {
  rewrite ^(/[^\\x5c]*[^/\\x5c])/+$ $1 permanent;
  return 404;
  ${headers(ASK_EACH_TIME)}
}

# Of pages that many addresses have.
${REWRITES.map(
  ({ pattern, file }) => `location ~ ^${pattern.replace(/:\w+/g, '[^/]+')}$ {
  try_files ${file} =404;
  ${headers(ASK_EACH_TIME)}
}`,
).join('\n')}

# Pages by their file names, compressed twins, hidden names, what is written for hosts.
location = ${NOT_FOUND_FILE} {
  internal;
  ${headers(ASK_EACH_TIME)}
}
location ~ (\\.(html|br|gz)$|/\\.|^/_(?!assets/)|^/(index|404)$) {
  return 404;
}

# The hash in the name says what is inside. The pool first: there nothing is ever swapped between a look and an opening.
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
  # An encoded slash is no slash.
  if ($request_uri ~* ^[^?]*%(2f|5c)) {
    return 404;
  }
  try_files $uri.html $uri =404;
  ${headers(ASK_EACH_TIME)}
}
${apiUrl ? forwarding(new URL(apiUrl).origin) : ''}`;
}

/** The API on the site's own address. Its answers carry their own headers. */
function forwarding(origin: string): string {
  return ['/api/', '/media/']
    .map(
      (path) => `
location ^~ ${path} {
  proxy_pass ${origin};
  proxy_http_version 1.1;
  proxy_ssl_server_name on;
  # The API's CLIENT_ADDRESS_HEADER=x-real-ip.
  proxy_set_header X-Real-IP $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  # The shop's longest call waits 11 s for Paystack.
  proxy_read_timeout 30s;
}
`,
    )
    .join('');
}
