/** Attributes of ours that name a page or file of the site, or several of them with commas (`srcset`). */
const NAMING = /\s(?:href|src|srcset|action|component-url|renderer-url)="([^"]+)"/g;
/** Patterns that scripts fill in. */
const TEMPLATE = /<template[^>]*>.*?<\/template>/gs;
/** What the API answers, not the site's files. */
const NOT_OURS = /^\/(?:api|media|dev)(?:\/|$)/;

/**
 * The paths of this site that a page names, without query and fragment.
 * @param html - as the build wrote it: attributes in double quotes.
 * @param origin - of the site: absolute addresses with it are paths as well.
 */
export function internalLinks(html: string, origin: string): Set<string> {
  const paths = new Set<string>();
  for (const [attribute, value = ''] of html.replace(TEMPLATE, '').matchAll(NAMING)) {
    const named = attribute.includes('srcset=')
      ? value.split(',').map((part) => part.trim().split(/\s/)[0] ?? '')
      : [value];
    for (const each of named) {
      const path = each.startsWith(`${origin}/`) ? each.slice(origin.length) : each;
      if (!path.startsWith('/') || path.startsWith('//') || NOT_OURS.test(path)) continue;
      paths.add(decoded(path.replace(/[?#].*$/s, '')));
    }
  }
  return paths;
}

function decoded(path: string): string {
  try {
    return decodeURI(path.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
  } catch {
    return path;
  }
}
