import type { Format } from './format.ts';

/** A heading of one of these words, whatever signs stand around them: '* Selling Price:'. */
const heading = (...words: string[]) => new RegExp(`^\\W*(?:${words.join('|')})s?\\W*$`, 'iu');

/** A merchant's own list: columns by the names that people give them. */
export const list: Format = {
  name: 'your own list',
  marks: [],
  columns: {
    id: heading('id', '(?:product|item) (?:id|code)'),
    name: heading('(?:perfume|product|item|fragrance)(?: name)?', 'name', 'title'),
    brand: heading('brand(?: name)?', 'house', 'designer', 'maker', 'manufacturer', 'vendor'),
    concentration: heading('concentration', 'strength', 'perfume type'),
    size: heading('size', 'volume', 'ml', '(?:bottle )?size(?: in)?(?: ?\\(?ml\\)?)', 'size ml'),
    // Of several columns the first pattern counts.
    price: [
      heading('(?:regular|normal) price'),
      heading('(?:selling |retail |unit |our |current )?price', 'price per (?:unit|bottle|piece)'),
      heading('sales price'),
      heading('amount'),
    ],
    fullPrice: heading('(?:old|former|was|original|full|compare at|list|previous) price', 'rrp'),
    salePrice: heading(
      '(?:sale|discount(?:ed)?|promo(?:tion(?:al)?)?|offer|special|deal|new|now) price',
      'price now',
      'on sale(?: for)?',
    ),
    percentOff: heading('discount', '(?:discount )?(?:%|percent(?:age)?)', '% off', 'percent off'),
    nairaOff: heading('discount amount', 'amount off'),
    currency: heading('currency(?: code)?'),
    stock: heading(
      '(?:stock )?(?:qty|quantity)',
      'stock(?: level)?',
      'units?',
      '(?:qty |quantity )?available',
      'on hand',
      'in stock',
      'pcs',
      'pieces',
    ),
    description: heading('description', 'detail', 'about', 'body'),
    tags: heading('tag', 'keyword', 'note', 'scent note'),
    notesTop: heading('top note', 'top', 'notes top'),
    notesHeart: heading('(?:heart|middle) note', 'heart', 'middle', 'notes heart'),
    notesBase: heading('base note', 'base', 'notes base'),
    categories: heading('categor(?:y|ie)', 'gender', 'section', 'collection', 'for'),
    pictures: heading(
      '(?:main )?(?:picture|image|photo|pic)(?: ?(?:url|link|address|\\d+))?',
      '(?:image|picture) src',
    ),
  },
};
