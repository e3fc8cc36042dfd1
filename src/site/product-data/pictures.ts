/**
 * The URLs of product pictures: renditions of our API, of the build or of an image CDN, or the original. Used by the
 * build and in the browser.
 */
import { FROM_LG, FROM_MD, FROM_XL } from '#site/styles/breakpoints.ts';

/** The source of pictures: the settings PUBLIC_API_URL and PUBLIC_IMAGE_URL. */
export interface PictureSettings {
  /** The API's origin, '' for the site's own. */
  api: string;
  /** An image CDN's URL with {url} and {width}, '' for none. */
  template: string;
}

export interface PictureUrls {
  /** For browsers without the other formats, and for scripts. */
  src: string;
  /** Widths for `src`'s own format, '' for none. */
  srcset: string;
  /** Better formats, best first. */
  sources: { type: string; srcset: string }[];
}

/** From a card on a small phone to the product page on a dense screen. Our API makes all of them. */
const WIDTHS = [320, 480, 640, 800, 1200];
const PLAIN_WIDTH = 640;
/** A card's width on phones: half the screen without margins and gap. Chromium rounds it up to the next one made. */
export const PHONE_SIZE = '44vw';
/** The `sizes` of a card's picture in a list. */
export const CARD_SIZES = `${FROM_XL} 17vw, ${FROM_LG} 29vw, ${PHONE_SIZE}`;
/** The `sizes` of a picture on a product page. */
export const PAGE_SIZES = `${FROM_MD} 48vw, 100vw`;
/** A rendition of our API: /media/{hash}/{width}.{ext}. */
const RENDITION = /^(.*\/media\/[\w-]+)\/\d+\.(?:avif|webp|jpe?g)$/;

/** Widths of a build's renditions of pictures on other servers: a card on a phone of density 3, and a page. */
export const MADE_WIDTHS = [540, 960];
/** The end of a picture's URL when the build has made renditions. Browsers ignore it when they request the picture. */
const MADE = /#made=(\w+)$/;

/** Returns the URL of a picture with the mark of its renditions. */
export const marked = (url: string, hash: string) => `${url}#made=${hash}`;

/** Returns the URL of a picture without the mark. */
export const unmarked = (url: string) => url.replace(MADE, '');

/** Returns the file of a rendition below /renditions. */
export const madeFile = (hash: string, width: number) => `${hash}-${width}.avif`;

const madeUrl = (hash: string, width: number) => `/renditions/${madeFile(hash, width)}`;

/** Returns the URL of a marked picture's smallest rendition; undefined for any other picture. */
export function smallestMade(url: string): string | undefined {
  const [, made] = MADE.exec(url) ?? [];
  return made && madeUrl(made, Math.min(...MADE_WIDTHS));
}

/** Returns an image's URL as a browser can request it: a path belongs to the API. */
export const absolute = (url: string, api: string) => (url.startsWith('/') ? api + url : url);

/** Returns the absolute addresses of a product's pictures for other readers, the main picture first. */
export function pictureAddresses(
  { images, image }: { images: readonly string[]; image?: string | undefined },
  api: string,
  site: URL,
): string[] {
  const all = images.length > 0 ? images : [image].flatMap((url) => url ?? []);
  return all.map((url) => new URL(absolute(unmarked(url), api), site).href);
}

/** Returns the folder of a picture's renditions on our API; undefined for any other picture. */
export const renditions = (url: string) => RENDITION.exec(url)?.[1];

/** Returns the URLs of a picture in some of our API's widths; by default those of a card or page. */
export function pictureUrls(
  image: string,
  settings: PictureSettings,
  widths = WIDTHS,
): PictureUrls {
  const url = absolute(image, settings.api);
  const plain = widths.includes(PLAIN_WIDTH) ? PLAIN_WIDTH : (widths[0] ?? PLAIN_WIDTH);
  const set = (of: (width: number) => string) =>
    widths.map((width) => `${of(width)} ${width}w`).join(', ');

  if (settings.template) {
    const of = (width: number) =>
      settings.template.replace('{url}', encodeURIComponent(url)).replace('{width}', String(width));
    return { src: of(plain), srcset: set(of), sources: [] };
  }
  const [, made] = MADE.exec(url) ?? [];
  if (made) {
    const srcset = MADE_WIDTHS.map((width) => `${madeUrl(made, width)} ${width}w`).join(', ');
    return { src: url, srcset: '', sources: [{ type: 'image/avif', srcset }] };
  }
  const folder = renditions(url);
  if (!folder) return { src: url, srcset: '', sources: [] };
  const source = (ext: string) => ({
    type: `image/${ext}`,
    srcset: set((width) => `${folder}/${width}.${ext}`),
  });
  return {
    src: `${folder}/${plain}.jpg`,
    srcset: '',
    sources: [source('avif'), source('webp')],
  };
}
