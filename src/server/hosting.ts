/** What a host has to know beside the files. */
export interface HostingOptions {
  /** The address that shoppers open. */
  siteUrl: string;
  /** Where a host forwards /api and /media to; null when browsers call the API at its own address (PUBLIC_API_URL). */
  apiUrl: string | null;
}

/**
 * How any host serves the built site: its addresses, rewrites and headers, in one place. The built-in server obeys this
 * file, and emit-hosting.ts writes it out for the others.
 */

/** Headers of every answer. The CSP's hashes stand in each page's own meta (decision 18). */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  // Beside a page's own policy, which speaks of scripts and styles; both hold.
  'content-security-policy':
    "base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** A year. Neither subdomains nor preload: both bind more than this site, and its owner may add them. */
const TRANSPORT_SECURITY = 'max-age=31536000';

/** The headers of every answer of a site at `siteUrl`; an https one tells browsers to stay with https. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  return siteUrl.startsWith('https:')
    ? { ...SECURITY_HEADERS, 'strict-transport-security': TRANSPORT_SECURITY }
    : { ...SECURITY_HEADERS };
}

/** For files whose name carries a hash of their content. */
export const FOR_EVER = 'public, max-age=31536000, immutable';
/** Kept, but asked about each time. */
export const ASK_EACH_TIME = 'no-cache';

/** Folders in which every name carries a hash: Astro's assets and the parts of Pagefind's index. */
export const HASHED_FOLDERS = [
  '/_assets/',
  '/pagefind/fragment/',
  '/pagefind/index/',
  '/pagefind/filter/',
] as const;
/** A file that carries a hash outside of those folders: Pagefind's metadata, one a language. */
export const HASHED_FILE = /^\/pagefind\/[^/]+\.pf_meta$/;

/** Whether a path names its content by a hash, so that it may be kept for ever and lies in the pool of older releases. */
export function isHashed(path: string): boolean {
  return HASHED_FOLDERS.some((folder) => path.startsWith(folder)) || HASHED_FILE.test(path);
}

/** How long a browser may keep a file, by path. */
export const cacheControl = (path: string) => (isHashed(path) ? FOR_EVER : ASK_EACH_TIME);

/** One page that serves many addresses. */
export interface Rewrite {
  /** As hosts write it: `:id` is one segment of the path, never empty. */
  pattern: string;
  path: RegExp;
  file: string;
}

const rewrite = (pattern: string, file: string): Rewrite => ({
  pattern,
  path: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`),
  file,
});

/** Paths that one page serves, whatever stands in them, and its file. */
export const REWRITES: readonly Rewrite[] = [
  // Every order is shown by one shell, which asks the API for it.
  rewrite('/orders/:id', '/orders/order.html'),
];

/** The file of a clean URL: `/` → index.html, `/products` → products.html; a name with an extension stays. */
export function fileCandidates(path: string): string[] {
  if (path === '/') return ['/index.html'];
  const rule = REWRITES.find(({ path: pattern }) => pattern.test(path));
  if (rule) return [rule.file];
  return isHidden(path) ? [] : [`${path}.html`, path];
}

/** What a path without a page of its own gets, with status 404. */
export const NOT_FOUND_FILE = '/404.html';

/** Where emit-hosting.ts writes; the hosts read these and never show them. */
export const EMITTED = {
  redirects: '/_redirects',
  headers: '/_headers',
  nginx: '/_nginx.conf',
} as const;

/**
 * Files without an address of their own: pages by file name, compressed twins, what is written for hosts, and the names
 * behind `/` and behind what is not found.
 */
function isHidden(path: string): boolean {
  return (
    /\.(html|br|gz)$/.test(path) ||
    (path.startsWith('/_') && !path.startsWith('/_assets/')) ||
    path === '/index' ||
    path === '/404'
  );
}
