import type { PictureMeta } from '#contract/product.ts';
import { CHEVRON_LEFT, CHEVRON_RIGHT } from '#look/shapes.ts';
import { iconHtml } from '#site/icons/icon-html.ts';
import { escaped, productPictureHtml } from '#site/product-data/picture-html.ts';
import { PAGE_SIZES } from '#site/product-data/pictures.ts';

/** The pictures of a product. */
export interface GalleryPictures {
  /** The product's name. */
  name: string;
  /** URLs, the main one first. */
  urls: readonly string[];
  /** What is known of each. */
  pictures?: readonly PictureMeta[] | undefined;
  /** Stands over the first one: the size of a sample that shows the bottle. */
  tag?: string | false | undefined;
}

const ARROWS = [
  { step: -1, label: 'Previous picture', shape: CHEVRON_LEFT },
  { step: 1, label: 'Next picture', shape: CHEVRON_RIGHT },
];

/** The contents of a gallery as HTML: in pages that are built and on the page of a late product. gallery.ts moves it. */
export function galleryHtml({ name, urls, pictures = [], tag }: GalleryPictures): string {
  if (urls.length === 0) return '<p class="no-picture">No image available</p>';
  /** The shop's own text for the picture. */
  const ownAlt = (index: number) => pictures[index]?.alt;
  const altOf = (index: number) =>
    ownAlt(index) || (index === 0 ? name : `${name}, picture ${index + 1}`);
  const currentIf = (index: number) => (index === 0 ? ' aria-current="true"' : '');
  const each = (html: (image: string, index: number) => string) => urls.map(html).join('');

  const large = each((image, index) => {
    const picture = productPictureHtml({
      image,
      meta: pictures[index],
      alt: altOf(index),
      sizes: PAGE_SIZES,
      priority: index === 0 ? 'high' : undefined,
    });
    const first = index === 0;
    return `<div${first ? ' id="picture"' : ''} class="product-picture${first ? ' shown' : ''}">${picture}${first && tag ? `<span class="badge" aria-hidden="true">${tag}</span>` : ''}</div>`;
  });
  if (urls.length === 1) return large;

  const arrows = ARROWS.map(
    ({ step, label, shape }) =>
      `<button type="button" class="icon-button js-only" data-step="${step}" aria-label="${label}">${iconHtml(shape)}</button>`,
  );
  // By keyboard and by ear the thumbnails do the same.
  const dots = each((_, index) => `<i data-show="${index}"${currentIf(index)}></i>`);
  const thumbnails = each((image, index) => {
    const label = `Show picture ${index + 1}${ownAlt(index) ? `: ${ownAlt(index)}` : ''}`;
    // The button is labelled; the large picture has the alt text.
    const picture = productPictureHtml({
      image,
      meta: pictures[index],
      alt: '',
      sizes: '56px',
      widths: [160],
    });
    return `<li><button type="button" data-show="${index}" aria-label="${escaped(label)}"${currentIf(index)}>${picture}</button></li>`;
  });
  return [
    large,
    ...arrows,
    `<div class="gallery-dots js-only" aria-hidden="true">${dots}</div>`,
    `<ul class="gallery-thumbs js-only" aria-label="Pictures">${thumbnails}</ul>`,
    '<p class="visually-hidden" role="status"></p>',
  ].join('');
}
