import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readPictureHosts } from '#backend/media/allowed-hosts.ts';
import { createPictureIntake } from '#backend/media/intake.ts';
import { editProduct } from '#backend/products/edit/edit.ts';
import { listForStaff } from '#backend/products/edit/list.ts';
import { products } from '#backend/products/tables.ts';
import { BOLA } from '../shop.harness.ts';
import { type ImportShop, openImportShop } from './imports.harness.ts';

let shop: ImportShop;
beforeAll(async () => {
  shop = await openImportShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.delete(products);
});

/** Returns 'id name sku' of each product. */
const stored = async (): Promise<string[]> => {
  const { rows } = await shop.services.db.execute<{ line: string }>(
    sql`select concat_ws(', ', id, name, sku) as line from products order by id`,
  );
  return rows.map(({ line }) => line);
};
const NAIRA = { currency: 'NGN' };

/** Returns the questions about a file, with the rows. */
async function asked(content: string): Promise<[string, string, readonly number[]][]> {
  const { import: row } = await shop.see(await shop.upload(content));
  return (row.view?.asks ?? []).map(({ kind, about, rows }) => [kind, about, rows]);
}

describe('the ids of an own list', () => {
  test('find a renamed product again', async () => {
    await shop.whole(LIST, NAIRA);
    expect(await stored()).toEqual(['kano-alpha-oud, Alpha Oud, 1', 'kano-beta-oud, Beta Oud, 2']);
    const id = await shop.upload(RENAMED);
    const seen = await shop.answer(id, NAIRA);
    expect(seen.import.view?.asks).toMatchObject([
      { kind: 'codes', about: 'Alpha Oud', rows: [2] },
    ]);
    await shop.answer(id, { ...NAIRA, codes: 'same' });
    await shop.start(id);
    expect(await stored()).toEqual([
      'kano-alpha-oud, Alpha Oud Intense, 1',
      'kano-beta-oud, Beta Oud, 2',
    ]);
  });

  test('distinguish products with the same name, in any order and also the second time', async () => {
    const rows = ['7,Rose,Kano,10000,5', '8,Rose,Kano,12000,5', '9,Oud,Kano,9000,1'];
    const list = (lines: readonly string[]) =>
      `Code,Perfume,Brand,Price,Qty\n${lines.join('\n')}\n`;
    await shop.whole(list(rows), NAIRA);
    const wanted = ['kano-oud, Oud, 9', 'kano-rose, Rose, 7', 'kano-rose-8, Rose, 8'];
    expect(await stored()).toEqual(wanted);
    const again = await shop.whole(list(rows.toReversed()), NAIRA);
    expect(again.import).toMatchObject({ state: 'done', totals: { new: 0, changed: 0 } });
    expect(await stored()).toEqual(wanted);
  });
});

const LIST = 'ID,Perfume,Brand,Price,Qty\n1,Alpha Oud,Kano,10000,5\n2,Beta Oud,Kano,12000,5\n';
const RENAMED =
  'ID,Perfume,Brand,Price,Qty\n1,Alpha Oud Intense,Kano,11000,5\n2,Beta Oud,Kano,13000,5\n';

describe('an SKU', () => {
  const own = (...rows: string[]) => `id,name,price,stock,sku\n${rows.join('\n')}\n`;

  test('of two rows is asked about, and the answer decides', async () => {
    const file = own('a,A,1,1,X1', 'b,B,2,1,x1', 'c,C,3,1,');
    expect(await asked(file)).toEqual([['twins', 'A (X1)', [2, 3]]]);
    for (const [twins, wanted] of [
      ['first', ['a, A, X1', 'c, C']],
      ['last', ['b, B, x1', 'c, C']],
      ['each', ['a, A, X1', 'b, B', 'c, C']],
    ] as const) {
      await shop.services.db.delete(products);
      const { import: row } = await shop.whole(file, { twins });
      expect(row.state).toBe('done');
      expect(await stored()).toEqual(wanted);
    }
  });

  test.each([
    ['each', 'b,C,3,1,X2', ['a, A, X1', 'b, B', 'b-2, C, X2'], 0],
    ['each', 'a,C,3,1,X2\nd,D,4,1,X2', ['a, A, X1', 'a-2, C, X2', 'b, B', 'd, D'], 0],
    ['each', 'd,D,4,1,X2\na,C,3,1,X2', ['a, A, X1', 'a-2, C', 'b, B', 'd, D, X2'], 0],
    ['last', 'a,C,3,1,', ['a, C', 'b, B, x1'], 1],
    ['last', 'b,C,3,1,X2\nc,D,4,1,X1', ['b, C, X2', 'c, D, X1'], 2],
  ] as const)(
    'of two rows, and an id or SKU of a third one: %s, %s',
    async (twins, third, wanted, leftOut) => {
      const { import: row } = await shop.whole(own('a,A,1,1,X1', 'b,B,2,1,x1', third), { twins });
      expect(row.totals).toMatchObject({ new: wanted.length, leftOut });
      expect(await stored()).toEqual(wanted);
    },
  );

  test('of another product than the id says is asked about', async () => {
    await shop.whole(own('a,A,1,1,X1', 'b,B,2,1,X2'));
    const clash = own('a,New,1,1,X2');
    expect(await asked(clash)).toEqual([['codes', 'B', [2]]]);
    const other = await shop.whole(clash, { codes: 'other' });
    expect(await stored()).toEqual(['a, New, X1', 'b, B, X2']);
    await shop.undo(other.import.id);
    await shop.whole(clash, { codes: 'same' });
    expect(await stored()).toEqual(['a, A, X1', 'b, New, X2']);
  });

  test('moves from one product to another in one file, and back after an undo', async () => {
    await shop.whole(own('a,A,1,1,X1', 'b,B,2,1,X2'));
    const swapped = await shop.whole(own('a,A,1,1,X2', 'b,B,2,1,X1', 'c,C,3,1,X3'));
    expect(await stored()).toEqual(['a, A, X2', 'b, B, X1', 'c, C, X3']);
    const passed = await shop.whole(own('a,A,1,1,', 'd,D,4,1,X2'));
    expect(await stored()).toEqual(['a, A', 'b, B, X1', 'c, C, X3', 'd, D, X2']);
    expect((await shop.undo(passed.import.id)).import.totals).toMatchObject({ undone: 2, kept: 0 });
    expect((await shop.undo(swapped.import.id)).import.totals).toMatchObject({ undone: 3 });
    expect(await stored()).toEqual(['a, A, X1', 'b, B, X2']);
  });

  test('that another product has since is not restored', async () => {
    await shop.whole(own('a,A,1,1,X1', 'b,B,2,1,X2'));
    const changed = await shop.whole(own('a,A,1,1,Y1', 'b,B,2,1,Y2'));
    await shop.services.db.execute(sql`update products set sku = null where id = 'a'`);
    await shop.whole('id,name,price,sku\nc,C,1,X2\n');
    const { import: row } = await shop.undo(changed.import.id);
    expect(row.totals).toMatchObject({ undone: 0, kept: 2 });
    const { rows } = await shop.services.db.execute(
      sql`select kept from import_products where kept is not null order by product_id`,
    );
    expect(rows.map(({ kept }) => kept)).toContain("had the SKU X2, which 'c' has now");
    expect(await stored()).toEqual(['a, A', 'b, B, Y2', 'c, C, X2']);
  });

  test('is changed on the page of the product, and stays unique', async () => {
    await shop.whole(own('a,A,1,1,X1', 'b,B,2,1,'));
    const { db } = shop.services;
    const intake = createPictureIntake({
      folder: null,
      hosts: readPictureHosts(undefined),
      place: null,
    });
    const set = (sku: string) => editProduct(db, 'b', { cells: { sku }, actor: BOLA, intake });
    expect(await set('x1')).toMatchObject({
      ok: false,
      refusal: { code: 'invalid', fields: { sku: expect.stringContaining("SKU of 'a' already") } },
    });
    expect(await set('X-2')).toMatchObject({ ok: true });
    expect(await stored()).toEqual(['a, A, X1', 'b, B, X-2']);
    const { products: found } = await listForStaff(db, { search: 'x-2', view: 'all', page: 1 });
    expect(found).toMatchObject([{ id: 'b', sku: 'X-2' }]);
  });

  test('is the last column of our own file, and no shopper sees it', async () => {
    await shop.whole(own('a,A,1,1,SECRET-1'));
    const changes = await shop.changes();
    const text = await shop.exportText('csv');
    expect(text.split('\r\n')[0]?.split(',').at(-1)).toBe('sku');
    expect(text.split('\r\n')[1]?.split(',').at(-1)).toBe('SECRET-1');
    for (const path of ['/api/product', '/api/product/a', '/api/live?ids=a', '/api/snapshot']) {
      expect(JSON.stringify((await shop.get(path)).body)).not.toContain('SECRET-1');
    }
    await shop.whole(own('a,A,1,1,SECRET-2'));
    // The page does not change.
    expect(await shop.changes()).toBe(changes);
  });
});
