/** Returns the content security policy of a page. The sign-in pages and the printed ones have a script. */
export const policy = (scripts: boolean) =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' https:",
    ...(scripts ? ["script-src 'self'", "connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The headers of every answer. Pages hold customers' data, so they are not cached. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policy(false),
  'cache-control': 'no-store',
  // The browser must send its origin with each form. It tells other sites nothing.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};
