import { PUBLIC_API_URL, PUBLIC_IMAGE_URL } from 'astro:env/client';
import type { PictureMeta } from '#contract/product.ts';
import { html, raw } from '#site/html.ts';
import { pictureUrls } from './pictures.ts';

/** Attributes by name; undefined ones are left out. */
type Attributes = Record<string, string | number | undefined>;

export interface ProductPicture {
  /** The picture's URL, '' for none. */
  image: string;
  meta?: PictureMeta | undefined;
  alt: string;
  /** The displayed width, as in the `sizes` attribute. */
  sizes: string;
  /** Widths to choose from, if they differ from those of a card or page. */
  widths?: number[] | undefined;
  /** 'high': fetched at once, for a page's main picture. 'low': fetched last, when it is near. */
  priority?: 'high' | 'low' | undefined;
}

const attributes = (given: Attributes) =>
  Object.entries(given).map(
    ([name, value]) => value !== undefined && html` ${raw(name)}="${value}"`,
  );

/** Renders a `<picture>`, for markup and for scripts. */
export const pictureHtml = (sources: readonly Attributes[], img: Attributes) =>
  html`<picture>${sources.map((source) => html`<source${attributes(source)}>`)}<img${attributes(img)}></picture>`;

/**
 * Renders a product's picture. Until it arrives, its main colour fills its place: an SVG, because the content security
 * policy blocks `style=`.
 */
export function productPictureHtml(picture: ProductPicture) {
  const { image, meta, alt, sizes, widths, priority } = picture;
  if (!image) return html`<span class="no-picture">No image available</span>`;
  const urls = pictureUrls(image, { api: PUBLIC_API_URL, template: PUBLIC_IMAGE_URL }, widths);
  const ground =
    meta &&
    html`<svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><path fill="${meta.color}" d="M0 0h1v1H0z"/></svg>`;
  const shown = pictureHtml(
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
  return html`${ground}${shown}`;
}
