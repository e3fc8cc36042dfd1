import { createHash } from 'node:crypto';

/** Runs before the first paint on every page: what only works with JavaScript may show itself (base.css). */
export const early = "document.documentElement.classList.add('js');";

/** The hash by which the page's content security policy lets an inline script run. */
export function scriptHash(source: string): `sha256-${string}` {
  return `sha256-${createHash('sha256').update(source).digest('base64')}`;
}
