import { writeNaira } from '#backend/merchant-files/cells.ts';
import type { OwnedProduct } from '#backend/products/fields/columns.ts';
import { textToHtml } from '#backend/products/files/export/text-html.ts';
import { shopify as reads } from '#backend/products/files/formats/shopify.ts';
import { readConcentration } from '#backend/products/files/understanding/cells/name-parts.ts';
import { toNaira } from '#domain/money/money.ts';
import {
  galleryOf,
  isOn,
  type OutContext,
  type OutFormat,
  pictureAddress,
  saleOf,
  sizeLabel,
} from './format.ts';

const STATUS = { shown: 'active', hidden: 'draft', retired: 'archived' } as const;

/** Shopify: Products, Import (help.shopify.com/en/manual/products/import-export/using-csv). */
export const shopify: OutFormat = {
  name: 'Shopify',
  reads,
  headings: [
    'Handle',
    'Title',
    'Body (HTML)',
    'Vendor',
    'Type',
    'Tags',
    'Published',
    'Option1 Name',
    'Option1 Value',
    'Variant SKU',
    'Variant Inventory Tracker',
    'Variant Inventory Qty',
    'Variant Inventory Policy',
    'Variant Fulfillment Service',
    'Variant Price',
    'Variant Compare At Price',
    'Variant Requires Shipping',
    'Image Src',
    'Image Position',
    'Image Alt Text',
    'Gift Card',
    'Variant Image',
    'Status',
  ],
  keeps: 'product',
  kept: 'Shopify keeps those metafields whose definitions it has.',
  rows(sizes, context) {
    const [first] = sizes;
    if (!first) return [];
    const { gallery, ofSize } = galleryOf(sizes);
    return Array.from({ length: Math.max(sizes.length, gallery.length) }, (_, at) => {
      const size = sizes[at];
      const picture = gallery[at];
      const own = size && ofSize.get(size.id);
      return {
        cells: {
          // No other product has this id, and a page keeps its address.
          Handle: first.id,
          ...(at === 0 ? productCells(first) : {}),
          ...(size ? sizeCells(size, context) : {}),
          ...(picture && {
            'Image Src': pictureAddress(picture.hash, context),
            'Image Position': String(at + 1),
            'Image Alt Text': picture.words,
          }),
          ...(own && { 'Variant Image': pictureAddress(own, context) }),
        },
        ...(size && { of: size.id }),
      };
    });
  },
};

function productCells(product: OwnedProduct): Record<string, string> {
  const { name, description, brand, concentration, tags, status } = product;
  return {
    Title: name,
    'Body (HTML)': textToHtml(description),
    Vendor: brand,
    // Any other word would be read as a category.
    Type: concentration && readConcentration(concentration) === concentration ? concentration : '',
    Tags: tags.join(', '),
    Published: status === 'shown' ? 'TRUE' : 'FALSE',
    'Gift Card': 'FALSE',
    Status: STATUS[status],
  };
}

function sizeCells(size: OwnedProduct, { now }: OutContext): Record<string, string> {
  const label = sizeLabel(size);
  const sale = isOn(size, now) ? saleOf(size) : undefined;
  const full = writeNaira(toNaira(size.price_kobo));
  return {
    'Option1 Name': label ? 'Size' : 'Title',
    'Option1 Value': label || 'Default Title',
    'Variant SKU': size.id,
    'Variant Inventory Tracker': 'shopify',
    'Variant Inventory Qty': String(size.stock),
    'Variant Inventory Policy': 'deny',
    'Variant Fulfillment Service': 'manual',
    'Variant Price': sale === undefined ? full : writeNaira(toNaira(sale)),
    'Variant Compare At Price': sale === undefined ? '' : full,
    'Variant Requires Shipping': 'TRUE',
  };
}
