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

/** The file of a clean URL: `/` → index.html, `/products` → products.html, `/a.css` → a.css. */
export function fileCandidates(path: string): string[] {
  if (path === '/') return ['/index.html'];
  return path.endsWith('.html') ? [] : [`${path}.html`, path];
}

/** What a path without a page of its own gets. */
export const NOT_FOUND_FILE = '/404.html';
