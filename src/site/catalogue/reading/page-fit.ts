import type { Product } from '#contract/product.ts';
import { type At, Mismatch, note, under } from '#contract/reading/reader.ts';
import { isProductId } from '#domain/products/product-id.ts';

/**
 * Returns the product as a page can show it. A backend may send an id that cannot be a file name, a URL that no browser
 * accepts, or text with half a character. One such value would fail the whole build.
 * @throws Mismatch when its id cannot be a page's address.
 */
export function fitForPage(product: Product, at: At): Product {
  const { id } = product;
  if (!isProductId(id)) {
    throw new Mismatch(id, under(at, 'id'), 'an id that can be part of an address');
  }
  const whole = isWellFormed(product) ? product : (wellFormed(product, at) as Product);
  return withAddresses(whole, at);
}

/** Whether every character of every text is whole. Nearly all products pass, so it creates no objects. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  for (const name in value)
    if (!isWellFormed((value as Record<string, unknown>)[name])) return false;
  return true;
}

/** Replaces half characters in the value. A part without any is returned as it is. */
function wellFormed(value: unknown, at: At): unknown {
  if (typeof value === 'string') {
    return value.isWellFormed() ? value : note(value, at, 'whole characters', value.toWellFormed());
  }
  if (Array.isArray(value)) {
    const list = value.map((entry) => wellFormed(entry, under(at, '[]')));
    return list.some((entry, index) => entry !== value[index]) ? list : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  let changed: Record<string, unknown> | undefined;
  for (const [name, entry] of Object.entries(value)) {
    const fit = wellFormed(entry, under(at, name));
    if (fit !== entry) changed = { ...(changed ?? value), [name]: fit };
  }
  return changed ?? value;
}

/** Drops pictures with unusable URLs, and their data: `pictures` has the same order as `images`. */
function withAddresses(product: Product, at: At): Product {
  const { images, image, pictures } = product;
  if (images.every(isAddress) && (image === undefined || isAddress(image))) return product;
  const has = (_: unknown, index: number) => isAddress(images[index] ?? '');
  const { image: _, ...rest } = product;
  const broken = [...images, image ?? ''].find((url) => !isAddress(url));
  note(broken, under(at, 'images'), 'the URL of a picture', null, 'dropped');
  return {
    ...rest,
    images: images.filter(isAddress),
    ...(image !== undefined && isAddress(image) && { image }),
    ...(pictures && { pictures: pictures.filter(has) }),
  };
}

/** A simple path is accepted without being parsed. */
const isAddress = (url: string) =>
  /^\/[\w./-]*$/.test(url) || URL.canParse(url, 'https://site.example');
