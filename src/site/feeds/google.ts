import { paths } from '#config/paths.ts';
import { byId, type Feed, feedPrice, saleDates, withCampaign } from './feed.ts';
import { isFit, shortId } from './offers.ts';
import { clipped, element } from './texts.ts';

/** The limits of Google (support.google.com/merchants/answer/7052112). */
const MOST = {
  id: 50,
  title: 150,
  description: 5000,
  brand: 70,
  pictures: 10,
  types: 5,
  type: 750,
  detail: 1000,
};

/** Returns a fact of the product (answer 9218260). */
const detail = ([name, value]: readonly [string, string]) =>
  `<g:product_detail>${element('g:attribute_name', name)}${element('g:attribute_value', clipped(value, MOST.detail))}</g:product_detail>`;

/**
 * The feed for Google Merchant Center: RSS 2.0 with the namespace g. A sold-out product stays, as out of stock. The
 * catalogue has no GTIN. A product with a brand therefore says nothing about identifiers, which means that they exist
 * but are not given. A product without a brand says that there are none.
 */
export const google: Feed = {
  name: 'google',
  file: 'google.xml',
  head: ({ site, shop }) => [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>',
    element('title', shop.name) +
      element('link', new URL(paths.home, site).href) +
      element('description', shop.description),
  ],
  tail: ['</channel></rss>'],
  choose: byId,
  line(record, { campaign }) {
    if (!isFit(record)) return undefined;
    const { pictures, sale, brand, categories, details, group, sizeMl } = record;
    const [main = '', ...more] = pictures;
    const dates = saleDates(record);
    return `<item>${[
      ['id', shortId(record.id, MOST.id)],
      ['title', clipped(record.title, MOST.title)],
      ['description', clipped(record.description, MOST.description)],
      ['link', withCampaign(record.url, campaign)],
      ['image_link', main],
      ...more.slice(0, MOST.pictures).map((url) => ['additional_image_link', url]),
      ['availability', record.inStock ? 'in_stock' : 'out_of_stock'],
      ['price', feedPrice(record.price)],
      ...(sale ? [['sale_price', feedPrice(sale.price)]] : []),
      ...(dates ? [['sale_price_effective_date', dates]] : []),
      ['condition', 'new'],
      // Variants of one product (answers 6324507 and 6324492).
      ...(group ? [['item_group_id', shortId(group, MOST.id)]] : []),
      ...(group && sizeMl ? [['size', `${sizeMl} ml`]] : []),
      brand ? ['brand', clipped(brand, MOST.brand)] : ['identifier_exists', 'no'],
      ...categories
        .slice(0, MOST.types)
        .map((category) => ['product_type', clipped(category, MOST.type)]),
    ]
      .map(([name, text = '']) => element(`g:${name}`, text))
      .concat(details.map(detail))
      .join('')}</item>`;
  },
};
