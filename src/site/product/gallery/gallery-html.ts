import type { PictureMeta } from '#contract/product.ts';
import { CHEVRON_LEFT, CHEVRON_RIGHT } from '#look/shapes.ts';
import { html } from '#site/html.ts';
import { iconHtml } from '#site/icons/icon-html.ts';
import { productPictureHtml } from '#site/product-data/picture-html.ts';
import { PAGE_SIZES } from '#site/product-data/pictures.ts';

export interface GalleryPictures {
  /** The product's name. */
  name: string;
  /** URLs, the main one first. */
  urls: readonly string[];
  pictures?: readonly PictureMeta[] | undefined;
  /** Shown over the first picture: the size of a sample that shows the bottle. */
  tag?: string | false | undefined;
}

const ARROWS = [
  { step: -1, label: 'Previous picture', shape: CHEVRON_LEFT },
  { step: 1, label: 'Next picture', shape: CHEVRON_RIGHT },
];

/** Renders the contents of a gallery, for built pages and for a late product's page. gallery.ts changes its picture. */
export function galleryHtml({ name, urls, pictures = [], tag }: GalleryPictures) {
  if (urls.length === 0) return html`<p class="no-picture">No image available</p>`;
  /** Returns the shop's own text for the picture. */
  const ownAlt = (index: number) => pictures[index]?.alt;
  const altOf = (index: number) =>
    ownAlt(index) || (index === 0 ? name : `${name}, picture ${index + 1}`);
  const currentIf = (index: number) => index === 0 && html` aria-current="true"`;

  const large = urls.map((image, index) => {
    const picture = productPictureHtml({
      image,
      meta: pictures[index],
      alt: altOf(index),
      sizes: PAGE_SIZES,
      priority: index === 0 ? 'high' : undefined,
    });
    return index === 0
      ? html`<div id="picture" class="product-picture shown">${picture}${tag && html`<span class="badge" aria-hidden="true">${tag}</span>`}</div>`
      : html`<div class="product-picture">${picture}</div>`;
  });
  if (urls.length === 1) return html`${large}`;

  const arrows = ARROWS.map(
    ({ step, label, shape }) =>
      html`<button type="button" class="icon-button js-only" data-step="${step}" aria-label="${label}">${iconHtml(shape)}</button>`,
  );
  // For the keyboard and screen readers, the thumbnails do the same.
  const dots = urls.map((_, index) => html`<i data-show="${index}"${currentIf(index)}></i>`);
  const thumbnails = urls.map((image, index) => {
    const label = `Show picture ${index + 1}${ownAlt(index) ? `: ${ownAlt(index)}` : ''}`;
    // The button is labelled; the large picture has the alt text.
    const picture = productPictureHtml({
      image,
      meta: pictures[index],
      alt: '',
      sizes: '56px',
      widths: [160],
    });
    return html`<li><button type="button" data-show="${index}" aria-label="${label}"${currentIf(index)}>${picture}</button></li>`;
  });
  return html`${large}${arrows}<div class="gallery-dots js-only" aria-hidden="true">${dots}</div><ul class="gallery-thumbs js-only" aria-label="Pictures">${thumbnails}</ul><p class="visually-hidden" role="status"></p>`;
}
