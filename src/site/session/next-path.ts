/**
 * Returns the full URL of the page that the `next` parameter names; `otherwise` (a path) if it is missing or not a page
 * of this site. A path like '/.//x' would become the address of another host. The source of this function is inlined
 * into the head of some pages (early.ts), so it may use nothing from outside.
 */
export function nextPath(here: string, otherwise: string): string {
  const { origin, searchParams } = new URL(here);
  const next = searchParams.get('next') || '';
  try {
    const url = new URL(next, origin);
    if (next.startsWith('/') && url.origin === origin) return url.href;
  } catch {
    // Not a URL: treated as missing.
  }
  return new URL(otherwise, origin).href;
}
