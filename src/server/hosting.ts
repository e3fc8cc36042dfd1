import { transportSecurity } from '#config/web-address.ts';
import { UCP_PROFILE } from '#contract/ucp.ts';

/** The facts that a host needs in addition to the files. */
export interface HostingOptions {
  /** The address that shoppers open. */
  siteUrl: string;
  /** The address to which a host forwards /api, /media and /admin; null if browsers call the API elsewhere (PUBLIC_API_URL). */
  apiUrl: string | null;
}

/** Headers of every answer. The CSP's hashes are in a meta element of each page (decision 18). */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  // A page has a second policy for scripts and styles. Browsers apply both.
  'content-security-policy':
    "base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Returns the headers of every answer of a site at `siteUrl`. With https they include HSTS. */
export const securityHeaders = (siteUrl: string): Record<string, string> => ({
  ...SECURITY_HEADERS,
  ...transportSecurity(siteUrl),
});

/** For files whose name contains a hash of their content. */
export const FOR_EVER = 'public, max-age=31536000, immutable';
/** Browsers keep the file but check it each time. */
export const ASK_EACH_TIME = 'no-cache';

/** Folders in which every name contains a hash: Astro's assets, renditions of pictures, parts of Pagefind's index. */
export const HASHED_FOLDERS = [
  '/_assets/',
  '/renditions/',
  '/pagefind/fragment/',
  '/pagefind/index/',
  '/pagefind/filter/',
] as const;
/** Other files with a hash in their name: Pagefind's metadata, one per language. */
export const HASHED_FILE = /^\/pagefind\/[^/]+\.pf_meta$/;

/** Whether a file's name contains a hash, so that browsers may keep it forever and the pool keeps it after its release. */
export function isHashed(path: string): boolean {
  return HASHED_FOLDERS.some((folder) => path.startsWith(folder)) || HASHED_FILE.test(path);
}

/** File types that hosts do not know and would send as bytes, by extension. */
export const OWN_TYPES = {
  '.webmanifest': 'application/manifest+json',
  '.csv': 'text/csv; charset=utf-8',
  '.jsonl': 'application/jsonl; charset=utf-8',
} as const;

/** The profile for agents. UCP demands that caches may keep it for at least a minute. */
export const PROFILE = {
  path: UCP_PROFILE,
  type: 'application/json',
  cache: 'public, max-age=300',
} as const;

export function cacheControl(path: string): string {
  if (path === PROFILE.path) return PROFILE.cache;
  return isHashed(path) ? FOR_EVER : ASK_EACH_TIME;
}

/** One page that serves many addresses. */
export interface Rewrite {
  /** In the hosts' syntax: `:id` is one segment of the path, never empty. */
  pattern: string;
  path: RegExp;
  file: string;
}

const rewrite = (pattern: string, file: string): Rewrite => ({
  pattern,
  path: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`),
  file,
});

/** Paths that share one page. */
export const REWRITES: readonly Rewrite[] = [
  // One page shows every order, which it asks the API for.
  rewrite('/orders/:id', '/orders/order.html'),
];

/** A page that has moved permanently, by encoded paths. Redirects keep the query. */
export interface Moved {
  /** It may have a slash at its end, as another program wrote it. */
  from: string;
  to: string;
}

/** Returns the paths that lead to a new address. Without a slash of its own, hosts redirect the form with one to it. */
export const formsOf = ({ from }: Moved): string[] =>
  from.endsWith('/') ? [from, from.slice(0, -1)] : [from];

/** Returns the files for a clean URL: `/` → index.html, `/products` → products.html, a name with an extension is itself. */
export function fileCandidates(path: string): string[] {
  if (path === '/') return ['/index.html'];
  const rule = REWRITES.find(({ path: pattern }) => pattern.test(path));
  if (rule) return [rule.file];
  return isHidden(path) ? [] : [`${path}.html`, path];
}

/** The page for every other path, with status 404. */
export const NOT_FOUND_FILE = '/404.html';

/** The files of emit-hosting.ts. Hosts read them and do not serve them. */
export const EMITTED = {
  redirects: '/_redirects',
  headers: '/_headers',
  nginx: '/_nginx.conf',
  /** For the built-in server: the new path of each moved address, as JSON. */
  moved: '/_moved.json',
} as const;

/** Whether a file has no address: a page by its file name, a compressed form, hosting rules, the files of `/` and of 404. */
function isHidden(path: string): boolean {
  return (
    /\.(html|br|gz)$/.test(path) ||
    (path.startsWith('/_') && !path.startsWith('/_assets/')) ||
    path === '/index' ||
    path === '/404'
  );
}
