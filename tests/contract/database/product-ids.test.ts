import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusedBy } from '#backend/db/transact.ts';
import { isKeepable } from '#domain/keepable.ts';
import { isProductId } from '#domain/products/product-id.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

const CHECK_VIOLATION = '23514';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Whether the database accepts a product with this id. Leaves no trace. */
async function takes(id: string): Promise<boolean> {
  const rollback = new Error('Nothing stays');
  try {
    await shop.services.db.transaction(async (transaction) => {
      await transaction.execute(
        sql`insert into products (id, name, price_kobo) values (${id}, 'Oud', 100)`,
      );
      throw rollback;
    });
  } catch (error) {
    if (error === rollback) return true;
    if (!isRefusedBy(error, CHECK_VIOLATION)) throw error;
  }
  return false;
}

test('the database and the contract accept the same ids', async () => {
  const sign = fc.constantFrom(
    'a',
    'Z',
    '7',
    '-',
    '.',
    '_',
    ' ',
    'ẹ',
    '🧴',
    '/',
    '\\',
    '%',
    '\n',
    '\u0085',
  );
  const tail = fc.constantFrom('', '.html', '.br', '.gz', '.HTML', 'x'.repeat(199), 'ẹ'.repeat(80));
  const id = fc.tuple(fc.string({ unit: sign, maxLength: 6 }), tail).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(fc.oneof(id, fc.string({ unit: 'binary' })), async (text) => {
      fc.pre(isKeepable(text));
      expect(await takes(text)).toBe(isProductId(text));
    }),
    { examples: [['.'], ['..'], [''], ['a/b'], ['tom-ford-oud-wood']] },
  );
});
