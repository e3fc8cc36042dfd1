import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { connect } from '#backend/db/connect.ts';
import { openTable } from '#backend/merchant-files/tables/open-table.ts';
import { eachProduct, inSnapshot } from '#backend/products/fields/fields.ts';
import { insertProducts, writeCatalogue } from '#backend/products/fields/writer.ts';
import { importCatalogue } from '#backend/products/files/import/import.ts';
import { productsOfTable } from '#backend/products/files/import/table-rows.ts';
import { products } from '#backend/products/tables.ts';
import { readFragrances } from '#demo/fragrance-files.ts';
import { synthesize } from '#demo/synth.ts';
import { writeProducts } from '#scripts/catalogue/files.ts';
import { faultLines } from '#scripts/csv/fault-lines.ts';
import { ROUNDS } from '../../rounds.ts';
import { type CatalogueShop, openCatalogueShop } from '../catalogue/catalogue.harness.ts';
import { product } from '../shop.harness.ts';

let shop: CatalogueShop;
beforeAll(async () => {
  shop = await openCatalogueShop();
});
afterAll(() => shop.close());
beforeEach(() => shop.empty());

describe('export', () => {
  const nasty = fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(...'=+-@\t\r\n",;|\\\'’ẹọṣ₦😀é\u0301\u200F\u2028 a1＝'),
        maxLength: 30,
      }),
    )
    .filter((text) => !text.includes('\0') && text.isWellFormed())
    .map((text) => text.trim());
  const filled = nasty.filter((text) => text !== '' && text.length <= 60);

  test.each(['csv', 'jsonl'] as const)(
    'as %s changes nothing when it is imported again',
    async (format) => {
      const list = fc.uniqueArray(filled, { maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(filled, nasty, list, list), { minLength: 1, maxLength: 5 }),
          async (made) => {
            await shop.services.db.delete(products);
            const lines = made.map(([name, description, tags, notes], index) =>
              JSON.stringify({
                id: `p-${index}`,
                name,
                description,
                tags,
                notes_heart: notes,
                price: index + 0.29,
              }),
            );
            const { faults } = await shop.importText(lines.join('\n'), { format: 'jsonl' });
            expect(faultLines(faults)).toEqual([]);
            const stored = await shop.rows();
            expect(stored.map((row) => [row.name, row.description, row.tags])).toEqual(
              made.map(([name, description, tags]) => [name, description, tags]),
            );
            const report = await shop.importText(await shop.exportText(format), {
              format,
              deleteMissing: true,
            });
            expect([report.unchanged, faultLines(report.faults)]).toEqual([made.length, []]);
            expect(await shop.rows()).toEqual(stored);
          },
        ),
        { numRuns: 15 },
      );
    },
  );

  test('of a large catalogue is imported again by the command, which has no row limit', {
    timeout: 1_800_000,
  }, async () => {
    const count = ROUNDS.exportedProducts;
    // A command's statements have no time limit.
    const { db, close } = connect(shop.databaseUrl);
    onTestFinished(close);
    await synthesize(db, { count, seed: 7 });
    const folder = await mkdtemp(join(tmpdir(), 'turare-export-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const path = join(folder, 'products.csv');
    await inSnapshot(db, (snapshot) =>
      pipeline(writeProducts(eachProduct(snapshot), 'csv'), createWriteStream(path)),
    );
    const back = async () => {
      const { rows } = await openTable(path);
      const report = await importCatalogue(db, productsOfTable(rows), { intake: shop.intake() });
      expect(faultLines(report.faults)).toEqual([]);
      return report;
    };
    expect(await back()).toMatchObject({ rows: count, unchanged: count });
    await db.delete(products);
    expect(await back()).toMatchObject({ rows: count, added: count });
    expect(await back()).toMatchObject({ rows: count, unchanged: count });
  });

  test('of the demo and a synthetic catalogue changes nothing when it is imported again', async () => {
    const { db } = shop.services;
    const fragrances = await readFragrances();
    await writeCatalogue(db, (transaction) =>
      insertProducts(
        transaction,
        fragrances.map((fragrance, index) =>
          product({
            id: `demo-${index}`,
            name: fragrance.name,
            brand: fragrance.brand,
            notes: fragrance.notes,
            tags: fragrance.tags,
            discountType: fragrance.discount?.type ?? null,
            discountAmount: fragrance.discount?.amount ?? null,
            // PostgreSQL's clock has microseconds.
            ...(fragrance.discount
              ? { discountExpiresAt: new Date('2030-01-01T10:20:30.456Z') }
              : {}),
            source: 'demo',
          }),
        ),
      ),
    );
    await db.execute(
      sql`update products set discount_expires_at = discount_expires_at + interval '789 microseconds'`,
    );
    await synthesize(db, { count: 300, seed: 5 });
    const before = await shop.traces();
    for (const format of ['csv', 'jsonl'] as const) {
      const report = await shop.importText(await shop.exportText(format), {
        format,
        deleteMissing: true,
      });
      expect(report).toMatchObject({
        unchanged: fragrances.length + 300,
        changed: 0,
        added: 0,
        removed: 0,
      });
      expect(report.faults.count).toBe(0);
    }
    expect(await shop.traces()).toEqual(before);
  });
});
