import { etsy } from './etsy.ts';
import type { Format } from './format.ts';
import { prestashop } from './prestashop.ts';
import { shopify } from './shopify.ts';
import { square } from './square.ts';
import { woocommerce } from './woocommerce.ts';

/** The exports that are recognised by their headings. */
export const FORMATS: readonly Format[] = [shopify, woocommerce, prestashop, etsy, square];
