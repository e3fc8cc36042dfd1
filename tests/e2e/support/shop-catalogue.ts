import { connect } from '#backend/db/connect.ts';
import {
  insertProducts,
  type NewProduct,
  writeCatalogue,
} from '#backend/services/catalogue-import/writer.ts';
import { readSettings } from '#backend/settings.ts';
import { openShopDatabase } from '#shop/database.ts';

/** Adds a product to the running shop after its site was built. Its name starts with its id. */
export async function addLateProduct(
  row: Partial<NewProduct['row']> & { id: string; name: string },
): Promise<void> {
  const { url } = await openShopDatabase(readSettings({ DATA_DIR: process.env.E2E_DATA_DIR }));
  const { db, close } = connect(url, { connections: 1 });
  const product: NewProduct = {
    row: {
      brand: 'Night Market',
      priceKobo: 4_500_000,
      description: `About ${row.name}.`,
      tags: ['oud', 'evening'],
      categories: ['Niche'],
      stock: 7,
      // Oldest: it takes no other test's place on the first page.
      createdAt: new Date(Date.UTC(2020, 0, 1)),
      ...row,
    },
    pictures: [],
  };
  try {
    await writeCatalogue(db, (transaction) => insertProducts(transaction, [product]));
  } finally {
    await close();
  }
}
