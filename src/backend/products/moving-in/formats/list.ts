import type { Format } from './format.ts';

/** A heading of one of these words, whatever stands around them: 'Selling Price (₦)'. */
const any = (...words: string[]) =>
  new RegExp(`^\\W*(?:${words.join('|')})s?\\W*(?:\\(?(?:ngn|naira|n|₦)\\)?)?\\W*$`, 'iu');

/** A merchant's own list: columns by the names that people give them. */
export const list: Format = {
  name: 'your own list',
  marks: [],
  columns: {
    id: any('id', 'product id'),
    name: any('(?:perfume|product|item|fragrance)(?: name)?', 'name', 'title'),
    brand: any('brand(?: name)?', 'house', 'designer', 'maker', 'manufacturer', 'vendor'),
    concentration: any('concentration', 'strength', 'perfume type'),
    size: any('size', 'volume', 'ml', '(?:bottle )?size(?: in)?(?: ?\\(?ml\\)?)', 'size_ml'),
    price: any(
      '(?:selling |retail |unit |our |sales? )?price',
      'price per (?:unit|bottle)',
      'amount',
    ),
    fullPrice: any('(?:old|former|was|original|full|compare at|list) price', 'rrp'),
    currency: any('currency(?: code)?'),
    stock: any(
      '(?:stock )?(?:qty|quantity)',
      'stock(?: level)?',
      'units?',
      '(?:qty |quantity )?available',
      'on hand',
      'in stock',
      'pcs',
      'pieces',
    ),
    description: any('description', 'detail', 'about', 'body'),
    tags: any('tag', 'keyword', 'note', 'scent note'),
    notesTop: any('top note', 'top', 'notes_top'),
    notesHeart: any('(?:heart|middle) note', 'heart', 'middle', 'notes_heart'),
    notesBase: any('base note', 'base', 'notes_base'),
    categories: any('categor(?:y|ie)', 'gender', 'section', 'collection', 'for'),
    pictures: any(
      '(?:main )?(?:picture|image|photo|pic)(?: ?(?:url|link|address|\\d+))?',
      '(?:image|picture) src',
    ),
  },
};
