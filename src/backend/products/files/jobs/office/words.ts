import type { SourceField } from '#backend/products/files/formats/format.ts';
import type { ImportRow, importRows } from '#backend/products/files/jobs/tables.ts';

export const STATES: Readonly<
  Record<ImportRow['state'], { name: string; tone: 'plain' | 'good' | 'warn' | 'bad' }>
> = {
  receiving: { name: 'on its way', tone: 'plain' },
  reading: { name: 'being read', tone: 'plain' },
  asking: { name: 'waits for you', tone: 'warn' },
  waiting: { name: 'begins soon', tone: 'plain' },
  importing: { name: 'being imported', tone: 'plain' },
  done: { name: 'imported', tone: 'good' },
  failed: { name: 'failed', tone: 'bad' },
  undoing: { name: 'being undone', tone: 'plain' },
  undone: { name: 'undone', tone: 'plain' },
};

/** The page's sentence for each state of an import. */
export const UNDER_WAY: Partial<Record<ImportRow['state'], string>> = {
  receiving: 'The file is still on its way.',
  reading: 'The file is being read. Nothing in the shop changes.',
  waiting: 'The import begins in a moment, or when the one before it has ended.',
  importing: 'The products are being imported. Shoppers see them all at once, or none.',
  undoing: 'The import is being undone.',
};

/** The labels of the progress bar. */
export const DOING: Readonly<Record<NonNullable<ImportRow['doing']>, string>> = {
  rows: 'Rows',
  pictures: 'Pictures',
  writing: 'Writing products',
};

export type Kind = (typeof importRows.$inferSelect)['kind'];

/** The names of a preview's lists, in the order of the page. */
export const KINDS: Readonly<Record<Kind, string>> = {
  new: 'New',
  changed: 'Changed',
  fault: 'Wrong',
  'left-out': 'Left out',
  warning: 'Worth a look',
  note: 'How it was read',
};

/** The fields that a column can have. */
export const FIELDS: Readonly<Record<SourceField, string>> = {
  id: 'Code or address of the product',
  parent: 'Code of the product it is a size of',
  name: 'Name',
  brand: 'Brand',
  concentration: 'Concentration',
  size: 'Size',
  price: 'Price',
  fullPrice: 'Price before the sale',
  salePrice: 'Price in the sale',
  saleStarts: 'When the sale begins',
  saleEnds: 'When the sale ends',
  percentOff: 'Per cent off',
  nairaOff: 'Naira off',
  currency: 'Currency',
  stock: 'Stock',
  inStock: 'Whether it is in stock',
  description: 'Description',
  summary: 'Short description',
  tags: 'Tags',
  categories: 'Categories',
  notesTop: 'Top notes',
  notesHeart: 'Heart notes',
  notesBase: 'Base notes',
  pictures: 'Pictures',
  pictureWords: 'Words for pictures',
  sizePicture: 'Picture of the size',
  sku: 'SKU or other code',
  number: 'Number in the former shop',
  ean: 'EAN',
  address: 'Address in the former shop',
};
