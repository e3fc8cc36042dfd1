import type { APIRequestContext, Page } from '@playwright/test';
import type { Product } from '#contract/product.ts';

/** The differences between the shops that the suite runs on: addresses, and actions that only their servers can do. */
export interface TestShop {
  /** The API's origin; '' for the site's own. */
  api: string;
  /** Returns the id of a product of the demo by its name, with brand. */
  productId(name: string): string;
  /** The address of a small picture of a product. */
  thumbnail: RegExp;
  /** The page's message about a wrong code. */
  wrongCode: RegExp;
  /** Returns the six digits that were last sent to an address. */
  sentCode(request: APIRequestContext, email: string): Promise<string>;
  /** Ends a session on the server. The browser is not told. */
  endSession(request: APIRequestContext, token: string): Promise<void>;
  /**
   * Adds a product after the site was built, and returns its id. It is the oldest of the shop: ₦45,000, 7 in stock, no
   * picture.
   */
  addLateProduct(request: APIRequestContext, name: string): Promise<string>;
  /** Changes price, discount and stock of products in what this page reads, by their ids. */
  changeFigures(page: Page, changes: Record<string, Figures>): Promise<void>;
}

/** The figures that a page reads again after it was built. */
export type Figures = Partial<Pick<Product, 'price' | 'discount' | 'qtyAvailable'>>;
