import { type CollectionKind, collectionPath } from '#config/paths.ts';
import type { ShopChanges } from '#config/shop-changes.ts';
import type { ShopFile } from '#config/shop-schema.ts';
import { collectionSlug } from '#domain/products/slug.ts';

/** The kind of thing that is renamed. */
export type Renamed = CollectionKind;

const sameName = (one: string, other: string) => collectionSlug(one) === collectionSlug(other);

/** Returns the address with the new name, if it leads to the list or page of the old one. */
function renamedLink(href: string, kind: Renamed, from: string, to: string): string {
  const page = collectionPath(kind, from);
  if (href.replace(/[?#].*$/, '') === page) return href.replace(page, collectionPath(kind, to));
  const [path = '', query] = href.split('?');
  if (path !== '/products' || query === undefined) return href;
  const words = new URLSearchParams(query);
  let found = false;
  // A brand may also be in `category` (spec §2).
  for (const name of kind === 'brand' ? ['brand', 'category'] : ['category']) {
    const value = words.get(name);
    if (value === null || !sameName(value, from)) continue;
    words.set(name, to);
    found = true;
  }
  if (!found) return href;
  return `${path}?${words.toString().replaceAll('+', '%20')}`;
}

/** Returns the brands and links of the shop's facts with the new name. Only fields that differ. */
export function renameInFacts(
  { brands, banners }: Partial<Pick<ShopFile, 'brands' | 'banners'>>,
  kind: Renamed,
  from: string,
  to: string,
): ShopChanges {
  const changes: ShopChanges = {};
  if (kind === 'brand' && brands?.some((name) => name !== to && sameName(name, from))) {
    const renamed = brands.map((name) => (sameName(name, from) ? to : name));
    changes.brands = renamed.filter((name, at) => renamed.indexOf(name) === at);
  }
  const links = banners?.map(({ link }) => renamedLink(link.href, kind, from, to));
  if (banners && links?.some((href, at) => href !== banners[at]?.link.href)) {
    changes.banners = banners.map((banner, at) => ({
      ...banner,
      link: { ...banner.link, href: links[at] ?? banner.link.href },
    }));
  }
  return changes;
}

/** Returns the texts of the shop's facts that mention a name: 'tagline', 'banners.2.title' (counted from 1). */
export function mentions(facts: unknown, name: string, path = ''): string[] {
  if (typeof facts === 'string') {
    return facts.toLowerCase().includes(name.toLowerCase()) ? [path] : [];
  }
  if (typeof facts !== 'object' || facts === null) return [];
  return Object.entries(facts).flatMap(([key, value]) => {
    const step = Array.isArray(facts) ? String(Number(key) + 1) : key;
    return mentions(value, name, path === '' ? step : `${path}.${step}`);
  });
}
