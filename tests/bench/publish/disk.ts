import { statSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '#process/files.ts';

/** Returns the kind of a file of a release. */
function kindOf(file: string): string {
  if (file.startsWith('pagefind/')) return 'search index';
  if (file.startsWith('sitemap')) return 'sitemap';
  if (file.startsWith('feeds/')) return 'feeds';
  const [, page, ending] = /\.(html)?(?:\.?(br|gz))?$/.exec(file) ?? [];
  if (!page) return 'assets';
  return ending ? `.${ending}` : 'HTML';
}

/** Returns the megabytes of a release's files on the disk, by kind, divided by `parts`. */
export function megabytesByKind(site: string, parts: number): Record<string, number> {
  const bytes = new Map<string, number>();
  for (const file of filesBelow(site)) {
    const { blocks } = statSync(join(site, file));
    for (const kind of [kindOf(file), 'all'])
      bytes.set(kind, (bytes.get(kind) ?? 0) + blocks * 512);
  }
  return Object.fromEntries(
    [...bytes].sort().map(([kind, sum]) => [kind, Math.round(sum / 1e4 / parts) / 100]),
  );
}
