import type { OutFormat } from './format.ts';
import { shopify } from './shopify.ts';
import { woocommerce } from './woocommerce.ts';

/** The programs that take the whole catalogue and return it, by their names in the command. */
export const OUT_FORMATS = { shopify, woocommerce } as const satisfies Record<string, OutFormat>;
