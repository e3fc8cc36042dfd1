/** Leads from a moved address to its page, at a host that does not know the redirect. */
import { rows, shape, text } from '#contract/reading/values.ts';
import { ask } from '#site/client/ask.ts';
import { fullReader } from '#site/client/reading.ts';

const readRedirects = shape({ redirects: rows(shape({ from: text(2000), to: text(2000) })) });

/** Returns a path for comparison: decoded, without a trailing slash. */
function plainPath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/\/$/, '');
  } catch {
    return path;
  }
}

/** Looks up the address of this page (extension catalogue.redirects). Without an answer the page stays. */
export async function handle(): Promise<void> {
  const { pathname, search, hash } = location;
  const call = `/api/catalogue/redirects?from=${encodeURIComponent(pathname)}`;
  const { body } = await ask(call, fullReader(readRedirects));
  // A backend may send all redirects.
  const found = body?.redirects.find(({ from }) => plainPath(from) === plainPath(pathname));
  if (found && /^\/(?![/\\])/.test(found.to)) location.replace(found.to + search + hash);
}
