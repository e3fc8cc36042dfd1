import { connect, type Database } from '#backend/db/connect.ts';
import {
  insertProducts,
  type NewProduct,
  writeCatalogue,
} from '#backend/products/fields/writer.ts';
import { readSettings } from '#backend/settings/settings.ts';
import type { LiveAnswer } from '#contract/product.ts';
import { slug } from '#domain/products/slug.ts';
import { openShopDatabase } from '#shop/database.ts';
import type { TestShop } from './test-shop.ts';

/** Runs work on the shop's database, as the merchant's commands do. */
export async function inOwnShop(work: (db: Database) => Promise<unknown>): Promise<void> {
  const { addresses } = await openShopDatabase(
    readSettings({ DATA_DIR: process.env.E2E_DATA_DIR }),
  );
  const { db, close } = connect(addresses.direct, { connections: 1 });
  try {
    await work(db);
  } finally {
    await close();
  }
}

/** Our own shop, as `npm start` runs it: one origin for site and API. */
export const ownShop: TestShop = {
  api: '',
  productId: slug,
  wrongCode: /wrong or has expired/,
  thumbnail: /\/media\/.*\/160\.webp/,

  async sentCode(request, email) {
    const answer = await request.get(`/dev/mail.json?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as { text: string; createdAt: string }[];
    const [newest] = mails.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    const code = /^\d{6}$/m.exec(newest?.text ?? '')?.[0];
    if (!code) throw new Error(`No code was mailed to ${email}`);
    return code;
  },

  async endSession(request, token) {
    await request.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } });
  },

  async addLateProduct(_, name) {
    const id = slug(name);
    const product: NewProduct = {
      row: {
        id,
        name,
        brand: 'Night Market',
        priceKobo: 4_500_000,
        description: `About ${name}.`,
        tags: ['oud', 'evening'],
        categories: ['Niche'],
        stock: 7,
        createdAt: new Date(Date.UTC(2020, 0, 1)),
      },
      pictures: [],
    };
    await inOwnShop((db) =>
      writeCatalogue(db, (transaction) => insertProducts(transaction, [product])),
    );
    return id;
  },

  async changeFigures(page, changes) {
    await page.route(/\/api\/(live|lookup)\?/, async (route) => {
      const answer = await route.fetch();
      const { products } = (await answer.json()) as LiveAnswer;
      await route.fulfill({
        json: { products: products.map((entry) => ({ ...entry, ...changes[entry.id] })) },
      });
    });
  },
};
