import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backend, createBackend } from '#backend/backend.ts';
import type { LogEntry } from '#backend/base/log.ts';
import type { Composer } from '#backend/media/composer.ts';
import type { ObjectStore } from '#backend/media/objects/object-store.ts';
import { openPictures } from '#backend/media/objects/open.ts';
import type { PaymentProvider } from '#backend/payment-provider/provider.ts';
import {
  insertProducts,
  type NewProduct,
  writeCatalogue,
} from '#backend/products/fields/writer.ts';
import { readVersion } from '#backend/publishing/changes.ts';
import type { RefundRequest } from '#backend/refunds/request.ts';
import { readSettings } from '#backend/settings/settings.ts';
import { shippingPlaces } from '#backend/shipping/tables.ts';
import type { Actor } from '#backend/staff/actor.ts';
import type { InitializeBody } from '#contract/checkout.ts';
import { type FreshDatabase, freshDatabase } from '../database/fresh.ts';
import { createFakePaystack } from './orders/paystack.fake.ts';

/** An answer of the API. */
export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  body: any;
}

/** The owner who acts in tests. */
export const BOLA: Actor = { name: 'Bola', role: 'owner' };
/** A refund by her of all that is left of a payment. */
export const REFUND: RefundRequest = {
  amountKobo: null,
  key: null,
  reason: null,
  actor: BOLA,
  restock: false,
};

/** A shop for one test file, with its own database and data folder, and the API without a socket. */
export interface TestShop extends Backend {
  /** The database's own address, as its owner. */
  databaseUrl: string;
  /** A process's settings for the database. */
  databaseSettings: FreshDatabase['settings'];
  dataDir: string;
  /** The store of its pictures. */
  pictures: ObjectStore;
  /** The entries of the log. */
  log: LogEntry[];
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Returns how many changes of the catalogue were ever recorded. */
  changes(): Promise<number>;
}

type Row = Partial<NewProduct['row']> & { id: string };

/** Returns a product with defaults. */
export function product({ id, ...row }: Row): NewProduct {
  const name = row.name ?? id;
  return {
    row: {
      id,
      name,
      brand: 'Test House',
      priceKobo: 1_000_000,
      description: `About ${name}.`,
      tags: [],
      categories: ['Unisex'],
      stock: 20,
      createdAt: new Date(Date.UTC(2026, 0, 1)),
      ...row,
    },
    pictures: [],
  };
}

export const PLACES = [
  { place: 'Lagos – Ikeja', state: 'Lagos', amountKobo: 300_000, position: 0 },
  { place: 'Abuja', state: 'Federal Capital Territory', amountKobo: 500_000, position: 1 },
  { place: 'Kano', state: 'Kano', amountKobo: 500_000, position: 2 },
];

/** Opens a shop with these products and three shipping places. */
export async function openShop(
  options: {
    products?: readonly NewProduct[];
    paystack?: PaymentProvider;
    /** Providers beside it. */
    others?: readonly PaymentProvider[];
    composer?: Composer;
    settings?: Record<string, string>;
  } = {},
): Promise<TestShop> {
  const database = await freshDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'turare-shop-'));
  const log: LogEntry[] = [];
  const given = { ...database.settings, DATA_DIR: dataDir, ...options.settings };
  const settings = readSettings(given);
  const parts = {
    providers: [options.paystack ?? createFakePaystack(), ...(options.others ?? [])] as const,
    composer: options.composer,
    log: (entry: LogEntry) => log.push(entry),
  };
  const backend = await createBackend(settings, parts);
  // Behind a pooler each call reaches a different process.
  const others = database.settings.DATABASE_DIRECT_URL
    ? [await createBackend(settings, parts)]
    : [];
  const processes = [backend, ...others];
  let calls = 0;
  const request: typeof backend.app.request = (...args) =>
    (processes[calls++ % processes.length] ?? backend).app.request(...args);
  const { db } = backend.services;
  await writeCatalogue(db, (transaction) => insertProducts(transaction, options.products ?? []));
  await db.insert(shippingPlaces).values(PLACES);
  const read = async (answer: Response): Promise<Answer> => {
    const text = await answer.text();
    const json = answer.headers.get('content-type')?.startsWith('application/json');
    return {
      status: answer.status,
      headers: answer.headers,
      body: json && text ? JSON.parse(text) : text,
    };
  };
  return {
    ...backend,
    databaseUrl: database.url,
    databaseSettings: database.settings,
    dataDir,
    pictures: openPictures(settings),
    log,
    get: async (path, headers = {}) => read(await request(path, { headers })),
    post: async (path, body, headers = {}) =>
      read(
        await request(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', ...headers },
        }),
      ),
    changes: async () => (await readVersion(backend.services.db)).changes,
    async close() {
      await Promise.all(processes.map((one) => one.close()));
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the body of a checkout with delivery to Ikeja; lines are [product id, naira, quantity]. */
export function orderBody(
  lines: readonly (readonly [id: string, price: number, quantity: number])[],
  change: Partial<InitializeBody> = {},
): InitializeBody {
  const shippingFee = change.shippingFee ?? 3000;
  const subtotal = lines.reduce((sum, [, price, quantity]) => sum + price * quantity, 0);
  return {
    items: lines.map(([productId, price, quantity]) => ({
      productId,
      name: productId,
      price,
      image: '',
      quantity,
    })),
    shippingInfo: {
      fullName: 'Ada Obi',
      email: 'ada@example.com',
      phone: '0803 123 4567',
      address: '1 Allen Avenue',
      city: 'Ikeja',
      state: 'Lagos',
      country: 'Nigeria',
    },
    email: 'ada@example.com',
    totalAmount: subtotal + shippingFee,
    shippingFee,
    shippingLocation: 'Lagos – Ikeja',
    ...change,
  };
}
