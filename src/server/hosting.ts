/** How any host serves the built site: the headers and rewrites, in one place. */

/** Headers of every page and file. The CSP's hashes stand in each page's own meta (design: Publishing). */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': "frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** How long a browser may keep a file, by path. */
export function cacheControl(path: string): string {
  // Names under /_assets, and of the parts of the search index, carry a hash of the content.
  if (path.startsWith('/_assets/') || /^\/pagefind\/.*\.pf_\w+$/.test(path)) {
    return 'public, max-age=31536000, immutable';
  }
  return 'no-cache';
}

/** Paths that one page serves, whatever stands in them, and its file. */
export const REWRITES: readonly { path: RegExp; file: string }[] = [
  // Every order is shown by one shell, which asks the API for it.
  { path: /^\/orders\/[^/]+$/, file: '/orders/order.html' },
];

/** The file of a clean URL: `/` → index.html, `/products` → products.html, `/a.css` → a.css. */
export function fileCandidates(path: string): string[] {
  if (path === '/') return ['/index.html'];
  const rewrite = REWRITES.find((rule) => rule.path.test(path));
  if (rewrite) return [rewrite.file];
  return path.endsWith('.html') ? [] : [`${path}.html`, path];
}

/** What a path without a page of its own gets. */
export const NOT_FOUND_FILE = '/404.html';
