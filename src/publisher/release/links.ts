/** Attributes that hold an address, or in `srcset` several. */
const ADDRESS = /\s(?:href|src|srcset|action|component-url|renderer-url)="([^"]+)"/g;
/** Pictures of products, those that the head requests among them. Their addresses are the backend's, and one that leads nowhere must not stop a release. */
const PICTURE =
  /<(?:img|source|link rel="preload" as="image")\s(?!(?:[^">]|"[^"]*")*?"\/(?:_assets|renditions)\/)(?:[^">]|"[^"]*")*>/g;
/** Templates, whose addresses scripts fill in. */
const TEMPLATE = /<template[^>]*>.*?<\/template>/gs;
/** Addresses that the API answers. */
const NOT_OURS = /^\/(?:api|media|dev)(?:\/|$)/;

/**
 * The paths of this site that a page links to, without query and fragment, and those of its own pictures.
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
