import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { editProduct } from '#backend/products/edit/edit.ts';
import { undoImport } from '#backend/products/files/jobs/imports.ts';
import { keptOf } from '#backend/products/files/jobs/queries.ts';
import { changeId } from '#backend/products/lifecycle/new-id.ts';
import { BOLA, orderBody } from '../shop.harness.ts';
import {
  type ImportShop,
  openImportShop,
  picture,
  servePictures,
  value,
} from './imports.harness.ts';

let shop: ImportShop;
let server: Awaited<ReturnType<typeof servePictures>>;
beforeAll(async () => {
  const red = await picture('#f80808');
  server = await servePictures((_, response) => response.end(red));
  shop = await openImportShop({ PICTURE_HOSTS: server.origin });
});
afterAll(async () => {
  server.close();
  await shop.close();
});
afterEach(async () => {
  await shop.empty();
  await shop.services.db.execute(sql`truncate imports cascade`);
  await shop.services.db.execute(sql`delete from redirects`);
});

const db = () => shop.services.db;
const edit = async (id: string, cells: Record<string, string>) =>
  expect((await editProduct(db(), id, { cells, actor: BOLA, intake: shop.intake() })).ok).toBe(
    true,
  );
const order = async (id: string, price: number) => {
  const answer = await shop.post('/api/payment/initialize', orderBody([[id, price, 1]]));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

test('refuses product by product what was sold or edited since, and undoes the rest', async () => {
  await shop.importText(
    'id,name,price,stock,tags\nold,Old,100,5,x\nkept,Kept,100,5,x\nsame,Same,100,5,\n',
  );
  const before = await shop.exportText();
  const { import: done } = await shop.whole(
    'id,name,price,stock,tags\nold,Old,200,5,y\nkept,Kept,200,9,x\nsame,Same,100,5,\nnew,New,5000,3,\nsold,Sold,5000,3,\nedited,Edited,5000,3,\nlater,Later,5000,3,\n',
  );
  await order('sold', 5000);
  await order('kept', 200);
  await edit('edited', { price: '6000', description: 'Better.' });
  await edit('old', { tags: 'z' });
  await order('same', 100);
  const undone = await shop.undo(done.id);
  expect(undone.import).toMatchObject({ state: 'undone', totals: { undone: 2, kept: 4 } });
  const kept = value(await keptOf(db(), done.id, BOLA));
  expect(kept.map(({ productId, kept: why }) => `${productId} ${why}`)).toEqual([
    'edited was edited since (Price, Description)',
    'kept was ordered since',
    'old was edited since (Tags)',
    'sold was ordered since',
  ]);
  expect((await shop.rows()).map(({ id, priceKobo }) => [id, priceKobo])).toEqual([
    ['edited', 600_000],
    ['kept', 20_000],
    ['old', 20_000],
    ['same', 10_000],
    ['sold', 500_000],
  ]);
  expect(before).toContain('same,Same');
  expect(await undoImport(db(), done.id, { actor: BOLA })).toMatchObject({
    refusal: { code: 'conflict' },
  });
  await shop.expectSound();
});

test('finds a product whose address has changed since, and restores a former one', async () => {
  await shop.importText('id,name,price\na,A,1\n');
  expect(await changeId(db(), 'a', 'b', { by: 'Bola' })).toMatchObject({ ok: true });
  const { import: done } = await shop.whole('id,name,price\na,Another,2\nb,A,3\n');
  expect(await changeId(db(), 'b', 'c', { by: 'Bola' })).toMatchObject({ ok: true });
  expect((await shop.undo(done.id)).import.totals).toMatchObject({ undone: 2, kept: 0 });
  expect(await shop.rows()).toMatchObject([{ id: 'c', priceKobo: 100 }]);
  const { rows } = await db().execute(sql`select from_path, to_path from redirects order by 1`);
  expect(rows).toEqual([
    { from_path: '/products/a', to_path: '/products/c' },
    { from_path: '/products/b', to_path: '/products/c' },
  ]);
});

test('removes pictures that arrived since, and cancels those that are still to come', async () => {
  const file = (n: number) =>
    `id,name,price,pictures\na,A,1,${server.origin}/${n}.png\nb,B,1,${server.origin}/b.png\n`;
  await shop.importText('id,name,price\na,A,1\n');
  const before = await shop.exportText();
  const { import: one } = await shop.whole(file(1));
  await shop.work(1);
  expect((await shop.see(one.id)).pictures.there).toBe(2);
  await shop.undo(one.id);
  expect(await shop.exportText()).toBe(before);
  const { import: other } = await shop.whole(file(2));
  await shop.undo(other.id);
  await shop.work(1);
  expect((await shop.see(other.id)).pictures).toMatchObject({ dropped: 2, there: 0 });
  expect(await shop.exportText()).toBe(before);
});

const cell = {
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  name: fc.constantFrom('Oud', 'Musk', 'Rose'),
  brand: fc.constantFrom('', 'Lattafa'),
  price: fc.constantFrom('100', '250.50', '9000'),
  discount: fc.constantFrom('', '10%', '50'),
  stock: fc.constantFrom('0', '5', '17'),
  tags: fc.constantFrom('', 'x', 'x|y'),
  notes_top: fc.constantFrom('', 'rose'),
  status: fc.constantFrom('', 'hidden', 'retired'),
};
type Row = { [Name in keyof typeof cell]: string };
const table = fc.uniqueArray(fc.record(cell), {
  minLength: 1,
  maxLength: 5,
  selector: ({ id }) => id,
});
const columns = fc.subarray(['brand', 'discount', 'stock', 'tags', 'notes_top', 'status'] as const);
const csv = (rows: readonly Row[], names: readonly (keyof Row)[]) =>
  [names.join(), ...rows.map((row) => names.map((name) => row[name]).join())].join('\n');

test(
  'leaves the catalogue exactly as it was if nothing happened in between',
  { timeout: 600_000 },
  () =>
    fc.assert(
      fc.asyncProperty(table, table, columns, async (shopHas, file, some) => {
        await shop.importText(
          csv(shopHas, ['id', 'name', 'price', 'brand', 'discount', 'stock', 'tags', 'status']),
        );
        const before = await shop.exportText('jsonl');
        const { import: done } = await shop.whole(csv(file, ['id', 'name', 'price', ...some]));
        const undone = await shop.undo(done.id);
        expect(undone.import.totals).toMatchObject({ kept: 0 });
        expect(await shop.exportText('jsonl')).toBe(before);
        await shop.empty();
      }),
      { numRuns: 25 },
    ),
);

test('the undo of an earlier import takes effect once the later one is undone', async () => {
  await shop.importText('id,name,price,stock\nold,Old,100,5\n');
  const before = await shop.exportText('jsonl');
  const { import: one } = await shop.whole('id,name,price,stock\nold,Old,200,5\nnew,New,300,1\n');
  const { import: two } = await shop.whole('id,price\nold,250\nnew,350\n');
  const { import: three } = await shop.whole('id,stock\nold,9\n');
  expect((await shop.undo(one.id)).import.totals).toMatchObject({ undone: 0, kept: 2 });
  expect((await shop.undo(two.id)).import.totals).toMatchObject({ undone: 2, kept: 0 });
  expect((await shop.see(one.id)).import.totals).toMatchObject({ undone: 2, kept: 0 });
  expect((await shop.undo(three.id)).import.totals).toMatchObject({ undone: 1, kept: 0 });
  expect(await shop.exportText('jsonl')).toBe(before);
  await shop.expectSound();
});

test('in whatever order imports are undone, the catalogue is as it was before all of them', {
  timeout: 600_000,
}, () => {
  const file = fc.tuple(table, columns);
  const histories = fc
    .array(file, { minLength: 2, maxLength: 4 })
    .chain((files) =>
      fc.tuple(
        fc.constant(files),
        fc.shuffledSubarray([...files.keys()], { minLength: files.length }),
      ),
    );
  return fc.assert(
    fc.asyncProperty(table, histories, async (shopHas, [files, order]) => {
      await shop.importText(csv(shopHas, ['id', 'name', 'price', 'stock', 'tags', 'status']));
      const before = await shop.exportText('jsonl');
      const ids: string[] = [];
      for (const [rows, some] of files) {
        ids.push((await shop.whole(csv(rows, ['id', 'name', 'price', ...some]))).import.id);
      }
      for (const at of order) await shop.undo(ids[at] ?? '');
      expect(await shop.exportText('jsonl')).toBe(before);
      await shop.empty();
    }),
    { numRuns: 8 },
  );
});

test('removes old addresses that lead to removed products, and restores a former one', async () => {
  await shop.importText('id,name,price\nhere,Here,100\n');
  await db().execute(sql`insert into redirects values ('/product/musk', '/products/here')`);
  const list = async () => (await shop.get('/api/catalogue/redirects')).body.redirects;
  const { import: done } = await shop.whole(
    [
      'ID,Type,SKU,Name,Published,"Visibility in catalog","Regular price","In stock?",Stock,Parent,Categories',
      '1,simple,,Oud,1,visible,5000,1,3,,Perfume',
      '2,simple,,Musk,1,visible,6000,1,3,,Perfume',
      '',
    ].join('\n'),
    { currency: 'NGN' },
  );
  expect(done.totals).toMatchObject({ new: 2, addresses: 3 });
  expect(await list()).toEqual([
    { from: '/product-category/perfume/', to: '/categories/perfume' },
    { from: '/product/musk/', to: '/products/musk' },
    { from: '/product/oud/', to: '/products/oud' },
  ]);
  await order('oud', 5000);
  await shop.undo(done.id);
  expect(await list()).toEqual([
    // Oud was ordered, so it stays, and so does its category.
    { from: '/product-category/perfume/', to: '/categories/perfume' },
    { from: '/product/musk/', to: '/products/here' },
    { from: '/product/oud/', to: '/products/oud' },
  ]);
});
