import type { APIRequestContext, Page } from '@playwright/test';
import { productDetail } from '../support/catalogue.ts';

const ID = 'tom-ford-oud-wood';
/** Has four pictures, as all of the demo. */
export const OUD = `/products/${ID}`;
export const NAME = 'Tom Ford Oud Wood';
/** The product of that page, as the API has it now. */
export const oudWood = async (request: APIRequestContext) =>
  (await productDetail(request, ID)).product;

/** The footer has a WhatsApp link too. */
export const inMain = (page: Page) => page.getByRole('main');
