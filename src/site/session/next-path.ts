/**
 * The page that `next` in a page's URL names, as a URL; `otherwise` (a path) if it names none, or one that is not ours.
 * Whole, since a path like '/.//x' would come out as the address of another host. Its source is written into the head of
 * the pages for who is logged out (frame/early.ts): it may use nothing from outside.
 */
export function nextPath(here: string, otherwise: string): string {
  const { origin, searchParams } = new URL(here);
  const next = searchParams.get('next') || '';
  try {
    const url = new URL(next, origin);
    if (next.startsWith('/') && url.origin === origin) return url.href;
  } catch {
    // No URL: as if it were not there.
  }
  return new URL(otherwise, origin).href;
}
