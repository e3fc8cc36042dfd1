import type { Product } from '#contract/product.ts';
import { pageCount } from '#domain/pagination.ts';
import { isRecord } from '#site/storage/json.ts';
import { type ProductData, readProductData } from './product-data.ts';

/** What a card shows of a product. */
export type Listed = ProductData & Pick<Product, 'brand' | 'concentration' | 'sizeMl' | 'pictures'>;

export interface ListingAnswer {
  products: Listed[];
  pages: number;
  total: number;
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
  const main = (Array.isArray(images) && images[0]) || image;
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

/** Reads the list's answer by hand: the contract's schemas would cost the page 5 kB. A broken product is left out. */
export function readAnswer(value: unknown): ListingAnswer | undefined {
  if (!isRecord(value) || !Array.isArray(value.products)) return undefined;
  const products = value.products.flatMap(readProduct);
  const total = whole(value.total);
  const pages = pageCount({ products, total, totalPages: whole(value.totalPages) });
  return { products, pages, total: total ?? products.length };
}
