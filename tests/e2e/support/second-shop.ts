import { idOf } from '../../second-backend/api/state.ts';
import type { TestShop } from './test-shop.ts';

/** Returns the origin of the second backend's API. */
function apiOrigin(): string {
  const { E2E_PORT } = process.env;
  if (!E2E_PORT) throw new Error('E2E_PORT is missing: tests/playwright.config.ts sets it.');
  return `http://127.0.0.1:${Number(E2E_PORT) + 1}`;
}

/** Returns the second backend (tests/second-backend), whose API is on another origin than the site. */
export function secondShop(): TestShop {
  const api = apiOrigin();
  return {
    api,
    productId: idOf,
    // The server's own words (spec §8).
    wrongCode: /Invalid or expired OTP/,
    // The site decides whether pictures of another backend get renditions.
    thumbnail: /\.(jpg|webp|avif)/,

    async sentCode(request, email) {
      const answer = await request.get(`${api}/test/code?email=${encodeURIComponent(email)}`);
      if (!answer.ok()) throw new Error(`No code was sent to ${email}`);
      return ((await answer.json()) as { code: string }).code;
    },

    async endSession(request, token) {
      await request.delete(`${api}/test/sessions/${token}`);
    },

    async addLateProduct(request, name) {
      const data = { name, images: [], image: '' };
      const answer = await request.post(`${api}/test/products`, { data });
      return ((await answer.json()) as { id: string }).id;
    },

    async changeFigures(page, changes) {
      type Answered = { id: string };
      const changed = (entry: Answered) => ({ ...entry, ...changes[entry.id] });
      await page.route(/\/api\/product([?/]|$)/, async (route) => {
        const answer = await route.fetch();
        const json = (await answer.json()) as { product?: Answered; products?: Answered[] };
        await route.fulfill({
          response: answer,
          json: {
            ...json,
            ...(json.product && { product: changed(json.product) }),
            ...(json.products && { products: json.products.map(changed) }),
          },
        });
      });
    },
  };
}
