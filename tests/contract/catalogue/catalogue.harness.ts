import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { auditShop } from '#backend/audit/audit.ts';
import { inSession } from '#backend/db/connect.ts';
import { readPictureHosts } from '#backend/media/allowed-hosts.ts';
import { createPictureIntake, type PictureIntake } from '#backend/media/intake.ts';
import { csvRows } from '#backend/merchant-files/tables/csv.ts';
import { decodeText } from '#backend/merchant-files/tables/text.ts';
import { eachProduct, inSnapshot } from '#backend/products/fields/fields.ts';
import {
  type ImportOptions,
  type ImportReport,
  importCatalogue,
} from '#backend/products/files/import/import.ts';
import { productsOfTable } from '#backend/products/files/import/table-rows.ts';
import { type ProductRow, selectProducts } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { productsOfJsonLines, writeProducts } from '#scripts/catalogue/files.ts';
import { openShop, type TestShop } from '../shop.harness.ts';

/** A file of two products. */
export const TWO =
  'id,name,brand,price,stock,tags\noud,Tom Ford Oud,Tom Ford,450000,5,rose|oud\nmusk,Musk,,9000.50,0,\n';

/** The format of a file. */
type Format = 'csv' | 'jsonl';

/** A shop whose catalogue is imported and exported. */
export interface CatalogueShop extends TestShop {
  /** The folder of the file and its pictures. */
  folder: string;
  /** Removes products, orders and emails. */
  empty(): Promise<void>;
  /** Makes a picture intake. `hosts`: the setting PICTURE_HOSTS; `origins`: where the shop serves its own. */
  intake(hosts?: string, origins?: readonly string[]): PictureIntake;
  /** Imports a text, by default CSV. */
  importText(
    text: string,
    options?: Partial<ImportOptions> & { format?: Format },
  ): Promise<ImportReport>;
  /** Returns the text that an export writes. */
  exportText(format?: Format): Promise<string>;
  /** Returns the stored products, by id. */
  rows(): Promise<ProductRow[]>;
  /** Returns what an import may change: products with times, pictures, stock movements, notices to the site. */
  traces(): Promise<Record<string, unknown> | undefined>;
  /** Fails if the audit finds a contradiction. */
  expectSound(): Promise<void>;
}

const settings = readSettings({});
/** Returns the pieces of a stream. */
export const all = async <T>(pieces: AsyncIterable<T>): Promise<T[]> => {
  const got: T[] = [];
  for await (const piece of pieces) got.push(piece);
  return got;
};
async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Returns the products of a text. */
export const productsIn = (text: string, format: Format = 'csv') =>
  format === 'csv'
    ? productsOfTable(csvRows(decodeText(bytes(text))))
    : productsOfJsonLines(bytes(text));

/** Opens such a shop without products. */
export async function openCatalogueShop(
  options: Parameters<typeof openShop>[0] = {},
): Promise<CatalogueShop> {
  const shop = await openShop(options);
  const folder = await mkdtemp(join(tmpdir(), 'turare-import-'));
  const { db } = shop.services;
  const intake = (hosts = '', origins: readonly string[] = []) =>
    createPictureIntake({
      folder,
      origins,
      hosts: readPictureHosts(hosts),
      place: { media: shop.services.media, objects: shop.pictures },
    });
  return {
    ...shop,
    folder,
    intake,
    async empty() {
      // The owner of the tables may; behind a pooler that is the connection.
      await inSession(db, (session) => session.execute(sql`truncate orders, emails cascade`));
      await db.delete(products);
    },
    importText: (text, options = {}) =>
      importCatalogue(db, productsIn(text, options.format), {
        intake: intake(),
        ...options,
      }),
    exportText: (format = 'csv') =>
      inSnapshot(db, async (snapshot) =>
        (await all(writeProducts(eachProduct(snapshot), format))).join(''),
      ),
    rows: async () => selectProducts(db).orderBy(asc(products.id)),
    async traces() {
      const { rows: found } = await db.execute(sql`select
        (select json_agg(p order by id) from products p) as products,
        (select json_agg(s order by product_id) from stock s) as stock,
        (select json_agg(p order by product_id, position) from product_pictures p) as pictures,
        (select count(*) from stock_movements) as movements,
        (select count(*) from product_words) as words,
        (select coalesce(max(id), 0) from catalogue_changes) as changes`);
      return found[0];
    },
    async expectSound() {
      expect((await auditShop(db, settings)).violations).toEqual([]);
    },
    async close() {
      await shop.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
