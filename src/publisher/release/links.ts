/** Attributes that hold an address, or in `srcset` several. */
const ADDRESS = /\s(?:href|src|srcset|action|component-url|renderer-url)="([^"]+)"/g;
/**
 * Matches pictures of products, including those that the head requests. Their addresses are the backend's, and a broken
 * one must not stop a release.
 */
const PICTURE =
  /<(?:img|source|link rel="preload" as="image")\s(?!(?:[^">]|"[^"]*")*?"\/(?:_assets|renditions)\/)(?:[^">]|"[^"]*")*>/g;
/** Matches templates, whose addresses scripts fill in. */
const TEMPLATE = /<template[^>]*>.*?<\/template>/gs;
/** Matches addresses that the API answers. */
const NOT_OURS = /^\/(?:api|media|dev)(?:\/|$)/;

/**
 * Returns the paths of this site that a page links to, without query and fragment, and those of its own pictures.
 * @param html - the build's output, with attributes in double quotes.
 * @param origin - the site's origin. Absolute addresses with it are included.
 */
export function internalLinks(html: string, origin: string): Set<string> {
  const paths = new Set<string>();
  for (const [attribute, value = ''] of html
    .replace(TEMPLATE, '')
    .replace(PICTURE, '')
    .matchAll(ADDRESS)) {
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
    return decodeURIComponent(path.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
  } catch {
    return path;
  }
}
