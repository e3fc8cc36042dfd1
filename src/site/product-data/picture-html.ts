import { PUBLIC_API_URL, PUBLIC_IMAGE_URL } from 'astro:env/client';
import type { PictureMeta } from '#contract/product.ts';
import { pictureUrls } from './pictures.ts';

/** Attributes by name; those that are undefined are left out. */
type Attributes = Record<string, string | number | undefined>;

export interface ProductPicture {
  /** The picture's URL, '' for none. */
  image: string;
  meta?: PictureMeta | undefined;
  alt: string;
  /** The displayed width, as in the attribute `sizes`. */
  sizes: string;
  /** Widths to choose from, if not those of a card or page. */
  widths?: number[] | undefined;
  /** 'high': fetched at once and first, as the main picture of a page is. 'low': fetched when it is near, after all else. */
  priority?: 'high' | 'low' | undefined;
}

/** Escapes a text of a backend for an element or an attribute in double quotes. */
export const escaped = (text: string | number) =>
  String(text).replace(/[&<"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const attributes = (given: Attributes) =>
  Object.entries(given)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(value)}"`))
    .join('');

/** A `<picture>` as HTML, for markup and for scripts. */
export const pictureHtml = (sources: readonly Attributes[], img: Attributes): string =>
  `<picture>${sources.map((source) => `<source${attributes(source)}>`).join('')}<img${attributes(img)}></picture>`;

/**
 * A product's picture as HTML. Until it arrives its place shows its own color: an SVG, because the content security
 * policy blocks `style=`.
 */
export function productPictureHtml(picture: ProductPicture): string {
  const { image, meta, alt, sizes, widths, priority } = picture;
  if (!image) return '<span class="no-picture">No image available</span>';
  const urls = pictureUrls(image, { api: PUBLIC_API_URL, template: PUBLIC_IMAGE_URL }, widths);
  const ground =
    meta &&
    `<svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><path${attributes({ fill: meta.color })} d="M0 0h1v1H0z"/></svg>`;
  const html = pictureHtml(
    urls.sources.map((source) => ({ ...source, sizes })),
    {
      src: urls.src,
      srcset: urls.srcset || undefined,
      sizes: urls.srcset ? sizes : undefined,
      alt,
      width: meta?.width ?? 800,
      height: meta?.height ?? 1000,
      loading: priority === 'high' ? 'eager' : 'lazy',
      fetchpriority: priority,
      decoding: 'async',
    },
  );
  return (ground ?? '') + html;
}
