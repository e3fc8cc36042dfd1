import type { APIRequestContext, Page } from '@playwright/test';
import { productDetail } from '../support/catalogue.ts';
import { OUD_WOOD } from '../support/shop.ts';

/** A product with four pictures, as all of the demo. */
export const OUD = OUD_WOOD.path;
export const NAME = OUD_WOOD.name;
/** Fetches that page's product as the API has it now. */
export const oudWood = async (request: APIRequestContext) =>
  (await productDetail(request, OUD_WOOD.id)).product;

/** Finds the page's main part; the footer has a WhatsApp link too. */
export const inMain = (page: Page) => page.getByRole('main');
