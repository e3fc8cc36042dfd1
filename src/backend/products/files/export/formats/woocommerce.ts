import { writeNaira, writeTime } from '#backend/merchant-files/cells.ts';
import type { OwnedProduct } from '#backend/products/fields/columns.ts';
import { textToHtml } from '#backend/products/files/export/text-html.ts';
import { woocommerce as reads } from '#backend/products/files/formats/woocommerce.ts';
import { toNaira } from '#domain/money/money.ts';
import { galleryOf, type OutFormat, pictureAddress, saleOf, sizeLabel } from './format.ts';

/** More facts for shoppers, as attributes after the size, in the order of their numbers. */
const FACTS: readonly (readonly [
  name: string,
  of: (product: OwnedProduct) => readonly string[],
])[] = [
  ['Concentration', ({ concentration }) => (concentration === null ? [] : [concentration])],
  ['Top notes', ({ notes }) => notes?.top ?? []],
  ['Heart notes', ({ notes }) => notes?.heart ?? []],
  ['Base notes', ({ notes }) => notes?.base ?? []],
];
const SIZE = 1;

const attributeHeadings = (number: number) =>
  ['name', 'value(s)', 'visible', 'global'].map((what) => `Attribute ${number} ${what}`);

/** WooCommerce: Products, Import (github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema). */
export const woocommerce: OutFormat = {
  name: 'WooCommerce',
  reads,
  headings: [
    'Type',
    'SKU',
    'Name',
    'Published',
    'Is featured?',
    'Visibility in catalog',
    'Short description',
    'Description',
    'Date sale price starts',
    'Date sale price ends',
    'In stock?',
    'Stock',
    'Backorders allowed?',
    'Sale price',
    'Regular price',
    'Categories',
    'Tags',
    'Images',
    'Parent',
    'Brands',
    ...[SIZE, ...FACTS.map((_, at) => SIZE + 1 + at)].flatMap(attributeHeadings),
  ],
  keeps: 'size',
  kept: 'WooCommerce keeps them as custom fields.',
  rows(sizes, context) {
    const [first] = sizes;
    if (!first) return [];
    const { gallery, ofSize } = galleryOf(sizes);
    const images = (hashes: readonly string[]) =>
      hashes.map((hash) => pictureAddress(hash, context)).join(', ');
    const labels = sizes.map(sizeLabel).filter(Boolean);
    const ofAll = gallery.map(({ hash }) => hash);
    const product = { ...productCells(first), ...attribute(SIZE, 'Size', labels) };
    if (sizes.length === 1) {
      const cells = { ...product, Type: 'simple', Images: images(ofAll), ...sizeCells(first) };
      return [{ cells, of: first.id }];
    }
    // No id has a colon.
    const sku = `sizes:${first.id}`;
    const own = new Set(ofSize.values());
    const shared = ofAll.filter((hash) => !own.has(hash));
    return [
      { cells: { ...product, Type: 'variable', SKU: sku, Images: images(shared) } },
      ...sizes.map((size) => ({
        cells: {
          Type: 'variation',
          Name: `${size.name} - ${sizeLabel(size)}`,
          Parent: sku,
          ...visibility(size),
          ...sizeCells(size),
          ...attribute(SIZE, 'Size', [sizeLabel(size)]),
          Images: images([ofSize.get(size.id) ?? []].flat()),
        },
        of: size.id,
      })),
    ];
  },
};

/** Returns the cells of the status. A retired product has a page and is in no list; its address shows it out of stock. */
const visibility = ({ status }: OwnedProduct): Record<string, string> => ({
  Published: status === 'hidden' ? '0' : '1',
  'Visibility in catalog': status === 'shown' ? 'visible' : 'hidden',
});

function productCells(product: OwnedProduct): Record<string, string> {
  return {
    Name: product.name,
    ...visibility(product),
    'Is featured?': '0',
    Description: textToHtml(product.description),
    Categories: list(product.categories),
    Tags: list(product.tags),
    Brands: product.brand,
    ...Object.assign(
      {},
      ...FACTS.map(([name, of], at) => attribute(SIZE + 1 + at, name, of(product))),
    ),
  };
}

function sizeCells(size: OwnedProduct): Record<string, string> {
  const { id, stock, status, discount_starts_at: starts, discount_expires_at: ends } = size;
  const sale = saleOf(size);
  const sold = sale !== undefined;
  return {
    SKU: id,
    'Regular price': writeNaira(toNaira(size.price_kobo)),
    ...(sold && { 'Sale price': writeNaira(toNaira(sale)) }),
    ...(sold && starts && { 'Date sale price starts': localTime(starts) }),
    ...(sold && ends && { 'Date sale price ends': localTime(ends) }),
    'In stock?': status === 'retired' || stock === 0 ? '0' : '1',
    Stock: String(stock),
    'Backorders allowed?': '0',
  };
}

/** Writes a time in Lagos without its offset: '2026-12-24 18:00:00'. */
const localTime = (iso: string): string => writeTime(iso).slice(0, 19).replace('T', ' ');

/** Joins the entries of a list. A comma inside an entry gets a backslash before it. */
const list = (entries: readonly string[]): string =>
  entries.map((entry) => entry.replaceAll(',', '\\,')).join(', ');

/** Returns the cells of an attribute; none without values. */
function attribute(
  number: number,
  name: string,
  values: readonly string[],
): Record<string, string> {
  if (values.length === 0) return {};
  const cells = [name, list(values), '1', '0'];
  return Object.fromEntries(
    attributeHeadings(number).map((heading, at) => [heading, cells[at] ?? '']),
  );
}
