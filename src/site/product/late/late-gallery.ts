import type { PictureMeta } from '#contract/product.ts';
import { productPictureHtml } from '#site/product-data/picture-html.ts';
import { PAGE_SIZES } from '#site/product-data/pictures.ts';

/** The pictures of a late product. */
export interface LatePictures {
  name: string;
  /** URLs, the main one first. */
  urls: readonly string[];
  /** What is known of each. */
  pictures: readonly PictureMeta[];
}

/** What a picture shows: the shop's own text, else the product's name and the number of the picture. */
function altOf({ name, pictures }: LatePictures, index: number): string {
  return pictures[index]?.alt || (index === 0 ? name : `${name}, picture ${index + 1}`);
}

/** Replaces the two elements of the pattern by one for each picture. */
function repeat(
  gallery: Element,
  selector: string,
  urls: readonly string[],
  fill: (copy: Element, index: number, url: string) => void,
): void {
  const [pattern, ...others] = gallery.querySelectorAll(selector);
  const copies = urls.map((url, index) => {
    const copy = pattern?.cloneNode(true) as Element;
    fill(copy, index, url);
    return copy;
  });
  for (const other of others) other.remove();
  pattern?.replaceWith(...copies);
}

/** Gives a dot or a thumbnail the number of its picture. */
function number(button: Element | null, index: number): void {
  button?.setAttribute('data-show', String(index));
  if (index === 0) button?.setAttribute('aria-current', 'true');
  else button?.removeAttribute('aria-current');
}

/** Fills gallery/Gallery.astro, as it was rendered for two pictures, with those of a product. */
export function fillGallery(gallery: Element, pictures: LatePictures): void {
  const { urls } = pictures;
  const [meta] = pictures.pictures;
  const html = (image: string, index: number, alt: string, small = false) =>
    productPictureHtml({
      image,
      meta: index === 0 ? meta : undefined,
      alt,
      sizes: small ? '56px' : PAGE_SIZES,
      ...(small ? { widths: [160] } : { priority: index === 0 ? ('high' as const) : undefined }),
    });
  if (urls.length === 0) {
    gallery.removeAttribute('data-gallery');
    gallery.innerHTML = '<p class="no-picture">No image available</p>';
    return;
  }
  repeat(gallery, '.product-picture', urls, (copy, index, url) => {
    if (index > 0) copy.removeAttribute('id');
    copy.classList.toggle('shown', index === 0);
    copy.innerHTML = html(url, index, altOf(pictures, index));
  });
  if (urls.length === 1) {
    gallery.removeAttribute('data-gallery');
    for (const part of gallery.querySelectorAll('.js-only, [role="status"]')) part.remove();
    return;
  }
  repeat(gallery, '.gallery-dots i', urls, number);
  repeat(gallery, '.gallery-thumbs li', urls, (copy, index, url) => {
    const button = copy.querySelector('button');
    number(button, index);
    const own = pictures.pictures[index]?.alt;
    button?.setAttribute('aria-label', `Show picture ${index + 1}${own ? `: ${own}` : ''}`);
    if (button) button.innerHTML = html(url, index, '', true);
  });
}
