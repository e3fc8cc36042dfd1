import type { APIRequestContext, Page } from '@playwright/test';
import { productDetail } from '../support/catalogue.ts';
import { OUD_WOOD } from '../support/shop.ts';

/** Has four pictures, as all of the demo. */
export const OUD = OUD_WOOD.path;
export const NAME = OUD_WOOD.name;
/** The product of that page, as the API has it now. */
export const oudWood = async (request: APIRequestContext) =>
  (await productDetail(request, OUD_WOOD.id)).product;

/** The footer has a WhatsApp link too. */
export const inMain = (page: Page) => page.getByRole('main');
