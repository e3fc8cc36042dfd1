import type { Product } from '#contract/product.ts';
import { PAGE_SIZE, pageCount } from '#domain/pagination.ts';
import { isRecord } from '#site/storage/json.ts';
import { type ProductData, readProductData } from './product-data.ts';

/** What a card shows of a product. */
export type Listed = ProductData & Pick<Product, 'brand' | 'concentration' | 'sizeMl' | 'pictures'>;

export interface ListingAnswer {
  products: Listed[];
  pages: number;
  total: number;
  /** False when there may be more products than `total`: the backend does not count them. */
  isCounted: boolean;
}

const text = (value: unknown) => (typeof value === 'string' && value ? value : undefined);
const whole = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : undefined);

function readPictures(value: unknown): Listed['pictures'] {
  const first: unknown = Array.isArray(value) && value[0];
  if (!isRecord(first)) return undefined;
  const [width, height, color] = [whole(first.width), whole(first.height), text(first.color)];
  return width && height && color ? [{ width, height, color }] : undefined;
}

function readProduct(value: unknown): Listed[] {
  if (!isRecord(value)) return [];
  const { images, image, sizeMl } = value;
  const main = (Array.isArray(images) && images.find(Boolean)) || image;
  const data = readProductData(JSON.stringify({ ...value, image: main }));
  if (!data) return [];
  return [
    {
      ...data,
      brand: text(value.brand),
      concentration: text(value.concentration),
      sizeMl: typeof sizeMl === 'number' ? sizeMl : undefined,
      pictures: readPictures(value.pictures),
    },
  ];
}

/**
 * Reads the list's answer by hand: the contract's schemas would cost the page 5 kB. A broken product is left out.
 * @param page - the page that was asked for.
 */
export function readAnswer(value: unknown, page = 1): ListingAnswer | undefined {
  if (!isRecord(value) || !Array.isArray(value.products)) return undefined;
  const products = value.products.flatMap(readProduct);
  const [total, totalPages] = [whole(value.total), whole(value.totalPages)];
  const pages = pageCount({ products: value.products, total, totalPages }, page);
  const known = (page - 1) * PAGE_SIZE + products.length;
  return {
    products,
    pages,
    total: total ?? known,
    isCounted: total !== undefined || pages <= page,
  };
}
