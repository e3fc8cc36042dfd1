import { ownShop } from './own-shop.ts';
import { secondShop } from './second-shop.ts';
import type { TestShop } from './test-shop.ts';

/** The shop of this run. E2E_BACKEND=second chooses the second backend; tests/playwright.config.ts starts it. */
export const testShop: TestShop = process.env.E2E_BACKEND === 'second' ? secondShop() : ownShop;

const product = (name: string) => {
  const id = testShop.productId(name);
  return { id, name, path: `/products/${id}` } as const;
};
export const OUD_WOOD = product('Tom Ford Oud Wood');
export const KHAMRAH = product('Lattafa Khamrah');
export const EROS = product('Versace Eros');
/** A set with three of five parts to choose. Corium is sold out. */
export const BOX = product('Rayhaan Box of Three');
