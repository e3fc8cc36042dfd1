import { etsy } from './etsy.ts';
import type { Format, Heading } from './format.ts';
import { google } from './google.ts';
import { prestashop } from './prestashop.ts';
import { shopify } from './shopify.ts';
import { square } from './square.ts';
import { woocommerce } from './woocommerce.ts';

/** The exports that are recognised by their headings. */
export const FORMATS: readonly Format[] = [shopify, woocommerce, prestashop, etsy, square, google];

/** Programs whose files the shop recognises by their headings, but cannot read. */
export const NAMED: readonly (readonly [name: string, ...headings: Heading[]])[] = [
  ['Magento', 'store_view_code | attribute_set_code | product_websites | tax_class_name | url_key'],
  ['Wix', 'handleId | fieldType | productImageUrl | productOptionName1 | plainDescription'],
];
