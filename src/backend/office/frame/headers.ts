/** The content security policy of a page. The pages of the way in and the printed ones have a script. */
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

/** Headers of every answer. Pages hold customers' data, so nobody keeps them. */
export const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': policy(false),
  'cache-control': 'no-store',
  // The browser must name our origin with each form. To other sites it says nothing.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};
