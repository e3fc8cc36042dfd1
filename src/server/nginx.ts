import {
  DICTIONARY_FOLDER,
  type Dictionary,
  deltaSuffix,
  dictionaryLink,
  PAGE_VARIES,
  USE_AS_DICTIONARY,
} from './dictionary.ts';
import {
  ASK_EACH_TIME,
  FOR_EVER,
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
 * The rules of hosting.ts for nginx (1.18 or newer), for a server block that sets `$site_live` and `$site_pool`
 * (src/server/README.md shows one). It contains no path of a machine, so it travels with the site.
 */
export function nginxConfig(
  { siteUrl, apiUrl }: HostingOptions,
  { moved = [], dictionary }: { moved?: readonly Moved[]; dictionary?: Dictionary | undefined },
): string {
  const security = Object.entries(securityHeaders(siteUrl));
  // Repeated in each location. Headers of the server block would be added to the API's answers, too.
  const headers: Headers = (cache, more = []) =>
    [...security, ['cache-control', cache], ...more]
      .map(([name, value = '']) => `add_header ${name} ${quoted(value)} always;`)
      .join('\n  ');
  const hashed = headers(FOR_EVER);
  const forDictionary = headers(FOR_EVER, [['use-as-dictionary', USE_AS_DICTIONARY]]);
  const page = (file: string, files = file) =>
    pageRules(file, files, dictionary !== undefined, headers);

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
${dictionary ? deltaRules(dictionary, headers) : ''}
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
location ~ (\\.(html|br|gz|dcz)$|/\\.|^/_(?!assets/)|^/(index|404)$) {
  return 404;
}

location = ${PROFILE.path} {
  types {}
  default_type ${PROFILE.type};
  try_files $uri =404;
  ${headers(PROFILE.cache)}
}

# Names with a hash. The pool comes first, because nothing is swapped there between finding and opening a file.
location ~ ^${DICTIONARY_FOLDER} {
  root $site_pool;
  try_files $uri @live_dictionary;
  ${forDictionary}
}
location @live_dictionary {
  try_files $uri =404;
  ${forDictionary}
}
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
  ${page('$uri.html', '$uri.html $uri')}
}
${apiUrl ? forwarding(apiUrl) : ''}`;
}

/** A text of nginx's configuration. */
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** The headers of a location. */
type Headers = (cache: string, more?: [name: string, value: string][]) => string;

/** What `Vary` says besides gzip_vary. */
const ALSO_VARIES: [string, string] = ['vary', PAGE_VARIES.replace(/^Accept-Encoding, /, '')];
const OFFER: [string, string] = ['link', '$offered_dictionary'];

/**
 * A location of pages. nginx cannot give one location's answers different headers by the file it finds, so an answer made with
 * the dictionary comes from @delta. Statuses like 418 are never sent.
 * @param file - the page. @param files - what to look for, the page first.
 */
function pageRules(file: string, files: string, hasDictionary: boolean, headers: Headers): string {
  if (!hasDictionary) return `try_files ${files} =404;\n  ${headers(ASK_EACH_TIME)}`;
  return `set $page ${file};
  # Also for what @delta does not find.
  recursive_error_pages on;
  error_page 418 = @delta;
  error_page 404 ${NOT_FOUND_FILE};
  if ($delta) {
    return 418;
  }
  try_files ${files} =404;
  ${headers(ASK_EACH_TIME, [ALSO_VARIES, OFFER])}`;
}

/** Accept-Encoding names dcz and does not refuse it. */
const TAKES_DCZ = '(^|[ \t,])dcz[ \t]*(;[ \t]*q=(1([.]0*)?|0?[.][0-9]*[1-9][0-9]*)[ \t]*)?(,|$)';

/**
 * Pages in the form of the release's dictionary (dictionary.ts). Its hash is in the names of these files: until nginx reads the
 * rules of a release with another dictionary it finds none of them, and sends the other forms.
 */
const deltaRules = (dictionary: Dictionary, headers: Headers): string => `
# Pages compressed with the dictionary of the release, for browsers that have it (RFC 9842).
set $delta "";
if ($http_available_dictionary = ":${dictionary.sha256}:") {
  set $delta "${deltaSuffix(dictionary)}";
}
if ($http_accept_encoding !~* "${TAKES_DCZ}") {
  set $delta "";
}
# The dictionary is offered with pages, to browsers that neither have it nor save data.
set $offered_dictionary ${quoted(dictionaryLink(dictionary))};
if ($http_available_dictionary = ":${dictionary.sha256}:") {
  set $offered_dictionary "";
}
if ($http_save_data ~* "^ *on([^a-z]|$)") {
  set $offered_dictionary "";
}
if ($uri ~ "[.][a-z]+$") {
  set $offered_dictionary "";
}
location @delta {
  types {}
  default_type text/html;
  # The release may be replaced between finding and opening a file.
  recursive_error_pages on;
  error_page 404 = @page;
  try_files $page$delta @page;
  ${headers(ASK_EACH_TIME, [
    ['vary', PAGE_VARIES],
    ['content-encoding', 'dcz'],
  ])}
}
location @page {
  error_page 404 ${NOT_FOUND_FILE};
  try_files $page $uri =404;
  ${headers(ASK_EACH_TIME, [ALSO_VARIES, OFFER])}
}
`;

/** The back office takes pictures from phones. */
const PICTURES = `
  client_max_body_size 64m;
  proxy_send_timeout 300s;`;

/** Forwards the API and its back office at the site's own address. The API's answers have their own headers. */
function forwarding(apiUrl: string): string {
  // With a path nginx puts it in place of the location's; without one it passes the address as the browser wrote it.
  const target = (path: string) => (new URL(apiUrl).pathname === '/' ? apiUrl : apiUrl + path);
  return ['^~ /api/', '^~ /media/', '= /admin', '^~ /admin/']
    .map(
      (location) => `
location ${location} {
  proxy_pass ${target(location.replace(/^\S+ /, ''))};
  proxy_http_version 1.1;
  proxy_ssl_server_name on;
  # For the API's CLIENT_ADDRESS_HEADER=x-real-ip.
  proxy_set_header X-Real-IP $remote_addr;
  proxy_set_header X-Forwarded-Proto $scheme;
  # The longest call waits 11 s for Paystack.
  proxy_read_timeout 30s;${location.endsWith('/admin/') ? PICTURES : ''}
}
`,
    )
    .join('');
}
