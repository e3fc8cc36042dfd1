import type { LookupProduct, Product } from '#contract/product.ts';
import {
  type FactName,
  isOrigin,
  type NamedField,
  type OriginName,
  productFields,
  type ValueOf,
} from '#domain/products/product-fields.ts';
import { RELATED_LIMIT } from '#domain/products/related.ts';
import { type At, Mismatch, note, type Read, type Reader, under } from './reader.ts';
import { isRecord } from './record.ts';
import {
  hasAny,
  id,
  inEnvelope,
  naira,
  nullish,
  number,
  optional,
  orElse,
  rows,
  shape,
  text,
  time,
  whole,
  word,
} from './values.ts';

/** Reads a picture's URL. Some backends send an object that holds it. */
const picture: Reader<string> = (value, at) => {
  if (typeof value === 'number') throw new Mismatch(value, at, 'a URL');
  if (!isRecord(value)) return text(2000)(value, at);
  const url = value.url ?? value.secure_url ?? value.src;
  return text(2000)(note(url, at, 'a URL', url), at);
};

const pictures: Reader<string[]> = (value, at) => {
  const one = typeof value === 'string' && value !== '';
  const list = one ? note(value, at, 'a list', [value]) : value || [];
  return rows(picture)(list, at);
};

/** Removes empty texts, which mean no picture, and the entries of `pictures` at the same positions. */
function withoutEmpty(value: unknown, at: At): unknown {
  if (!isRecord(value) || !Array.isArray(value.images) || !value.images.includes('')) return value;
  const { images, pictures: metas } = value;
  const has = (_: unknown, index: number) => images[index] !== '';
  return {
    ...value,
    images: note('', under(at, 'images'), 'a URL', images.filter(has)),
    ...(Array.isArray(metas) && { pictures: metas.filter(has) }),
  };
}

const tags: Reader<string[]> = (value, at) =>
  rows(text(200))(
    typeof value === 'string' ? note(value, at, 'a list', value.split(/\s*,\s*/)) : value,
    at,
  );

const discount = shape({
  type: word(['fixed', 'percentage'], { percent: 'percentage' }),
  amount: number(0, 1e9),
  expiresAt: nullish(time),
});

/** The stock of a product without a figure. A backend that does not count sells all it lists, and decides at checkout. */
const UNCOUNTED = 99;
const stock: Reader<number> = (value, at) =>
  value === undefined || value === null
    ? note(value, at, 'a number', UNCOUNTED)
    : whole()(value, at);

/** Reads a discount. An empty object, perhaps a database's default, means none. */
const noneIfEmpty: Reader<Read<typeof discount> | null | undefined> = (value, at) =>
  isRecord(value) && !hasAny('type', 'amount')(value)
    ? note(value, at, 'a discount or null', null)
    : nullish(discount)(value, at);

/** Reads sizes. Another backend may use the name for something else. */
const sizes: Reader<Product['sizes']> = (value, at) =>
  Array.isArray(value) && value.every(hasAny('price'))
    ? rows(
        shape({
          id,
          name: text(),
          sizeMl: optional(number(Number.MIN_VALUE, Number.MAX_VALUE)),
          price: naira,
          qtyAvailable: stock,
          discount: noneIfEmpty,
        }),
      )(value, at)
    : undefined;

const color: Reader<string> = (value, at) => {
  if (typeof value === 'string' && /^#[0-9a-f]{6}$/.test(value)) return value;
  throw new Mismatch(value, at, '#rrggbb');
};

const meta = shape({
  width: whole(1),
  height: whole(1),
  color,
  alt: optional(text(1000)),
});

/** Returns the readers of declared fields. Other shops may have longer texts; those of a set's parts are at their limit. */
const readersOf = <Name extends FactName | OriginName>(which: (field: NamedField) => boolean) =>
  Object.fromEntries(
    productFields
      .filter(which)
      .map(({ name, kind, most }) => [
        name,
        optional<string | number>(
          kind === 'text' ? text(Math.max(200, most)) : number(Number.MIN_VALUE, Number.MAX_VALUE),
        ),
      ]),
  ) as unknown as { [Each in Name]: Reader<ValueOf<Each> | undefined> };

const provenance = shape(readersOf<OriginName>(isOrigin));

/** The fields of spec §3, then those of extensions. Each of the two ids can replace the other. */
const fields = shape(
  {
    _id: id,
    id,
    name: text(),
    price: naira,
    images: pictures,
    image: (value, at) => (value === '' ? undefined : optional(picture)(value, at)),
    // Unchanged, because it is only shown.
    description: (value, at) => (typeof value === 'string' ? value : orElse(text(), '')(value, at)),
    tags: orElse(tags, []),
    qtyAvailable: stock,
    ratings: orElse(number(0, 5), 0),
    numReviews: orElse(whole(), 0),
    soldCount: orElse(whole(), 0),
    createdAt: orElse(time, new Date(0).toISOString()),
    // An unreadable discount is left out: the server decides the price at checkout.
    discount: noneIfEmpty,
    retired: optional((value) => value === true),
    brand: optional(text(200)),
    categories: optional(rows(text(200))),
    notes: optional(shape({ top: rows(text()), heart: rows(text()), base: rows(text()) })),
    updatedAt: optional(time),
    provenance: optional(provenance),
    ...readersOf<FactName>((field) => !isOrigin(field)),
    sizes,
    pictures: optional(rows(meta)),
  },
  { id: ['_id'], _id: ['id'] },
);

export const readProduct: Reader<Product> = (value, at) => fields(withoutEmpty(value, at), at);

const isProduct = hasAny('name', 'price');

/** Reads the answer of GET /api/product/{id}. */
export const readDetail: Reader<{ product: Product; relatedProducts: Product[] }> = (value, at) => {
  const product = inEnvelope(['product', 'data.product', 'data', ''], isProduct, readProduct);
  const related = inEnvelope(
    ['relatedProducts', 'data.relatedProducts'],
    Array.isArray,
    orElse(rows(readProduct), []),
  );
  const found = product(value, at);
  const others = related(value, at).filter(({ id }) => id !== found.id);
  return { product: found, relatedProducts: others.slice(0, RELATED_LIMIT) };
};

export interface ListPage<T> {
  products: T[];
  /** The rows as they were sent, including those that `products` leaves out. */
  sent: readonly unknown[];
  /** Backends may leave out either figure (spec §4). */
  total?: number | undefined;
  totalPages?: number | undefined;
}

const anyRow: Reader<unknown> = (value) => value;
const readRows = inEnvelope(
  ['products', 'data.products', 'data', ''],
  Array.isArray,
  (value, at) => {
    if (Array.isArray(value)) return { sent: value as unknown[], at };
    throw new Mismatch(value, at, 'a list');
  },
);
const counts = shape({ total: optional(whole()), totalPages: optional(whole()) });

/** Returns a reader for a page of the list, with `row` for each row. */
const pageOf =
  <T>(row: Reader<T>): Reader<ListPage<T>> =>
  (value, at) => {
    const { sent, at: place } = readRows(value, at);
    const outer = isRecord(value) ? value : {};
    const figures = hasAny('total', 'totalPages')(outer.data) ? outer.data : outer;
    return { products: rows(row)(sent, place), sent, ...counts(figures, at) };
  };

export const readList = pageOf(readProduct);
/** Reads the same with unchanged rows: a build reads them one by one, so that a fault can name its product. */
export const readRawList = pageOf(anyRow);

const figures = {
  id,
  movedTo: optional(text(200)),
  price: naira,
  qtyAvailable: whole(),
  discount: noneIfEmpty,
};

/** Reads the answer of the extension `live`. */
export const readLive = inEnvelope(['products'], Array.isArray, rows(shape(figures)));

/** Reads the answer of the extension `product.lookup`. */
export const readLookup: Reader<LookupProduct[]> = inEnvelope(
  ['products'],
  Array.isArray,
  rows(
    shape({
      ...figures,
      name: text(),
      image: optional(picture),
      retired: optional((value) => value === true),
      choose: optional(whole(1)),
    }),
  ),
);

/** Reads the rating in the answer of GET /api/product/{id}. A product that is wrong elsewhere still has one. */
export const readRating = inEnvelope(
  ['product', 'data.product', 'data', ''],
  isProduct,
  shape({ ratings: number(0, 5), numReviews: whole() }),
);
