import type { Format } from './format.ts';

/**
 * Matches a heading of one of these words, with any characters around it, such as '* Selling Price:'. Also matches what
 * programs add: 'product_price', 'name(en-gb)', 'Price [Ikeja]'.
 */
const heading = (...words: string[]) =>
  new RegExp(
    `^[^\\p{L}\\p{N}]*(?:(?:product|item) )?(?:${words.join('|')})s?(?: ?\\([a-z]{2}-[a-z]{2}\\)| \\[.+\\])?[^\\p{L}\\p{N}]*$`,
    'iu',
  );

/** A merchant's own list. Its columns have everyday names in English, French and Arabic. */
export const list: Format = {
  name: 'your own list',
  marks: [],
  options: [
    'Option # name | Option name # | [#] الاسم',
    'Option # value | Option value # | [#] القيمة',
  ],
  // An address in the list leads to the new page.
  addresses: { product: [] },
  columns: {
    // The list's own product number is kept as its code.
    sku: [
      heading('(?:seller )?sku|stock keeping unit|custom label|رمز المنتج(?: sku)?'),
      heading('code|(?:product|item|article|stock|model) (?:code|no\\.?|number)'),
      heading('id|(?:product|item) id'),
    ],
    name: heading(
      '(?:perfume|product(?:/service)?|item|fragrance)(?: name)?|name|title',
      'désignation|nom(?: du (?:produit|parfum))?|produit|parfum|article|libellé|(?:اسم )?(?:العطر|المنتج)|الاسم',
    ),
    brand: heading(
      'brand(?: name)?|house|designer|maker|manufacturer(?: name)?|vendor|marque|العلامة(?: التجارية)?|الماركة',
    ),
    concentration: heading('concentration|strength|perfume type|التركيز'),
    size: heading(
      'size|volume|ml|(?:bottle )?size(?: in)?(?: ?\\(?ml\\)?)|size ml|contenance|taille|الحجم|السعة',
    ),
    // If several columns match, the first pattern counts.
    price: [
      heading('(?:regular|normal) price'),
      heading(
        '(?:(?:selling|retail|unit|our|current|standard|default|start) )?price',
        'price per (?:unit|bottle|piece)',
        'prix(?: de vente| unitaire| public)?|tarif|السعر|سعر (?:البيع|المنتج)',
      ),
      heading('sales price(?: / rate)?|price gross|gross price'),
      heading('amount|(?:selling )?rate'),
    ],
    fullPrice: heading(
      '(?:old|former|was|original|full|compare at|list|previous) price|price old|rrp|ancien prix',
    ),
    salePrice: heading(
      '(?:sale|discount(?:ed)?|promo(?:tion(?:al)?)?|offer|special|deal|new|now) price',
      'price now|on sale(?: for)?|prix (?:promo(?:tionnel)?|soldé)|سعر (?:العرض|التخفيض)|السعر المخفض',
    ),
    saleStarts: heading(
      '(?:sale|special price) (?:start|from)(?: date)?(?: [a-z]{3})?|تاريخ بداية التخفيض',
    ),
    saleEnds: heading(
      '(?:sale|special price) (?:end|to)(?: date)?(?: [a-z]{3})?|تاريخ نهاية التخفيض',
    ),
    percentOff: heading('discount|(?:discount )?(?:%|percent(?:age)?)|% off|percent off|remise'),
    nairaOff: heading('discount amount|amount off'),
    currency: heading('currency(?: code)?|devise|العملة'),
    stock: heading(
      '(?:stock )?(?:qty|quantity)|stock(?: level)?|units?|(?:qty |quantity )?available|inventory',
      '(?:(?:stock|quantity) )?on hand|in stock|pcs|pieces|quantité(?: en stock)?|qté|en stock|الكمية(?: المتوفرة)?|المخزون',
    ),
    inStock: heading('availability|(?:stock|inventory) status|disponibilité'),
    description: heading('(?:sales )?description|detail|about|body|الوصف'),
    tags: heading('tag|keyword|note|scent note'),
    notesTop: heading('top note|top|notes top|notes? de tête'),
    notesHeart: heading('(?:heart|middle) note|heart|middle|notes heart|notes? de cœur'),
    notesBase: heading('base note|base|notes base|notes? de fond'),
    categories: heading(
      '(?:primary )?categor(?:y|ie)|gender|section|collection|for|catégorie|الفئة|القسم|تصنيف المنتج',
    ),
    pictures: heading(
      '(?:main )?(?:picture|image|photo|pic)(?: ?(?:url|link|address|\\d+))?|(?:image|picture) src|الصورة|صورة المنتج',
    ),
  },
};
