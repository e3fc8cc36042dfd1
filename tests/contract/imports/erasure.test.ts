import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyOf } from '#backend/media/objects/object-store.ts';
import { sweepUnused } from '#backend/media/unused.ts';
import { eraseImports } from '#backend/products/files/jobs/erasure.ts';
import { type ImportShop, openImportShop, picture, servePictures } from './imports.harness.ts';

let shop: ImportShop;
let server: Awaited<ReturnType<typeof servePictures>>;
beforeAll(async () => {
  const pictures = await Promise.all(['#f80808', '#0808f8'].map((color) => picture(color)));
  server = await servePictures((path, response) => response.end(pictures[Number(path[1])]));
  shop = await openImportShop({ PICTURE_HOSTS: server.origin });
});
afterAll(async () => {
  server.close();
  await shop.close();
});

const counts = async (): Promise<Record<string, unknown> | undefined> => {
  const { rows } = await shop.services.db.execute(sql`select
    (select count(*)::int from imports) as imports, (select count(*)::int from import_parts) as parts,
    (select count(distinct import_id)::int from import_rows) as previews, (select count(*)::int from import_products) as products`);
  return rows[0];
};
/** Lets days pass for all imports and pictures. */
async function pass(days: number): Promise<void> {
  const by = sql`${days}::int * interval '1 day'`;
  await shop.services.db.execute(sql`update imports set touched_at = touched_at - ${by},
    created_at = created_at - ${by}, written_at = written_at - ${by}`);
  await shop.services.db.execute(sql`update media set created_at = created_at - ${by}`);
  for await (const { key } of shop.pictures.list('originals')) {
    const at = new Date(Date.now() - days * 24 * 3600 * 1000);
    await utimes(join(shop.dataDir, 'media', key), at, at);
  }
  await eraseImports(shop.services.db);
}
const file = (n: number) => `id,name,price,pictures\na,A,${n + 1},${server.origin}/${n}.png\n`;

test('erases file and preview after 7 days, and products’ earlier data and pictures after 30', async () => {
  await shop.whole(file(0));
  await shop.work(1);
  await pass(31);
  const { rows } = await shop.services.db.execute<{ hash: string }>(sql`select hash from media`);
  const former = keyOf.original(rows[0]?.hash ?? '');
  const keys = async () => {
    await sweepUnused(shop.services.db, shop.pictures, { remove: true });
    const found: string[] = [];
    for await (const { key } of shop.pictures.list('originals')) found.push(key);
    return found;
  };
  await shop.whole(file(1));
  await shop.work(1);
  await shop.upload('id,name,price\nb,B,1\n');
  await pass(6);
  expect(await counts()).toEqual({ imports: 3, parts: 2, previews: 2, products: 1 });
  // Undoing it restores the former picture.
  expect(await keys()).toContain(former);
  expect(await keys()).toHaveLength(2);
  await pass(2);
  expect(await counts()).toEqual({ imports: 2, parts: 0, previews: 0, products: 1 });
  expect(await keys()).toHaveLength(2);
  await pass(23);
  expect(await counts()).toEqual({ imports: 2, parts: 0, previews: 0, products: 0 });
  expect(await keys()).not.toContain(former);
  expect(await keys()).toHaveLength(1);
});
