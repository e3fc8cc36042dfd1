import { type PictureHosts, readPictureHosts } from '#backend/media/allowed-hosts.ts';
import type { Product } from '#contract/product.ts';
import { absolute, renditions } from '#site/product-data/pictures.ts';

/** A picture of another server. */
export interface PictureSource {
  /** Its URL in the catalogue. */
  image: string;
  /** The address to download it from. */
  url: URL;
  /** Whether it is on the API's own host, which may be on a private network. */
  own: boolean;
}

/** The settings that decide which pictures are downloaded. */
export interface SourceSettings {
  /** The address from which the build reads the catalogue. */
  apiUrl: string;
  /** The API's address for browsers, '' for the site's own. */
  publicApiUrl: string;
  /** Further hosts, as in the setting PICTURE_HOSTS. */
  hosts: string | undefined;
}

/**
 * Returns the pictures of a catalogue that may get renditions, each once: first the main picture of each product,
 * newest product first, then the second ones, and so on. Renditions of our own API are left out.
 * @returns `refused` with the number of pictures on each host that is not allowed.
 * @throws Error when PICTURE_HOSTS is wrong.
 */
export function pictureSources(
  products: readonly Product[],
  settings: SourceSettings,
): { sources: PictureSource[]; refused: Record<string, number> } {
  const allowed = readPictureHosts(settings.hosts);
  const own = new Set(
    [settings.apiUrl, settings.publicApiUrl].filter(Boolean).map((url) => new URL(url).origin),
  );
  const found = new Map<string, PictureSource>();
  const refused = new Map<string, Set<string>>();
  const most = products.reduce((count, { images }) => Math.max(count, images.length), 1);
  for (let place = 0; place < most; place++) {
    for (const { images, image: other } of products) {
      const image = images[place] ?? (place === 0 ? other : undefined);
      if (!image || found.has(image) || renditions(image)) continue;
      const source = sourceOf(image, settings.apiUrl, own, allowed);
      if (source) found.set(image, source);
      else noteRefusal(refused, image);
    }
  }
  return {
    sources: [...found.values()],
    refused: Object.fromEntries([...refused].map(([host, { size }]) => [host, size])),
  };
}

function sourceOf(
  image: string,
  apiUrl: string,
  own: ReadonlySet<string>,
  allowed: PictureHosts,
): PictureSource | undefined {
  const address = absolute(image, new URL(apiUrl).origin);
  const url = URL.parse(address);
  if (url && own.has(url.origin) && !url.username) return { image, url, own: true };
  const checked = allowed.check(address);
  return checked.ok ? { image, url: checked.value, own: false } : undefined;
}

function noteRefusal(refused: Map<string, Set<string>>, image: string): void {
  const url = URL.parse(image);
  // A data URL needs no host, and a text that is not a URL has none.
  if (!url?.host) return;
  const pictures = refused.get(url.host) ?? new Set();
  refused.set(url.host, pictures.add(image));
}
