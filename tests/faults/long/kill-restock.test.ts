import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../database/fresh.ts';
import { ROUNDS } from '../../rounds.ts';
import { type FaultShop, openFaultShop } from '../shop.harness.ts';

/**
 * `kill -9` of the API while it tells people that a product is back. In the end everybody was told, and nobody by two
 * emails of the shop. The mail server may have accepted one email twice, under the same Message-ID (decision 16).
 */

/** The points of the kill. */
const STAGES = [
  'before the wave',
  'inside its transaction',
  'at the mail server',
  'when an email was accepted',
] as const;
type Stage = (typeof STAGES)[number];
/** The people who wait in each round, for as many units. */
const PEOPLE = 3;

const product = (round: number) => `p${round}`;
const person = (round: number, n: number) => `round${round}-${n}@example.com`;

let database: FreshDatabase;
let shop: FaultShop;
/** Each holds up a process by the lock of a table: before a wave, and inside its transaction. */
let before: pg.Client;
let within: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  const products = Array.from({ length: ROUNDS.killedRestock }, (_, round) => product(round));
  shop = await openFaultShop({
    databaseUrl: database.url,
    stock: Object.fromEntries(products.map((id) => [id, PEOPLE])),
    places: 2,
  });
  [before, within] = [database, database].map(
    ({ url }) => new pg.Client({ connectionString: url }),
  ) as [pg.Client, pg.Client];
  await Promise.all([before.connect(), within.connect()]);
});
afterAll(async () => {
  await Promise.all([before.end(), within.end()]);
  await shop.close();
  await database.drop();
});

/** Makes people confirm that they wait, and the product be back for ten minutes. */
async function letWait(round: number): Promise<void> {
  await shop.client.query(
    `insert into stock_alerts (id, product_id, email, key_hash, consent, asked_at, confirmed_at)
      select email, $1, email, email, 'Yes', now() - interval '1 day', now() - interval '1 day' from unnest($2::text[]) as email`,
    [product(round), Array.from({ length: PEOPLE }, (_, n) => person(round, n))],
  );
  await shop.client.query(
    "insert into stock_alert_products (product_id, available_since) values ($1, now() - interval '10 minutes')",
    [product(round)],
  );
}

/** Starts a process whose sweeper is held before the wave, releases it, and kills it at the stage. */
async function killAt(stage: Stage): Promise<void> {
  const { client, mail } = shop;
  await before.query('begin; lock table stock_alert_products in access exclusive mode');
  const api = await shop.start(0);
  const inside = stage === 'inside its transaction';
  if (inside) await within.query('begin; lock table emails in share row exclusive mode');
  const sending = mail.nextSender();
  const arrived = mail.arrived.length;
  await before.query('rollback');
  if (inside) {
    await vi.waitFor(
      async () => {
        const { rows } = await client.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "emails"%'`,
        );
        expect(rows).toHaveLength(1);
      },
      { interval: 10 },
    );
  }
  if (stage === 'at the mail server') await sending;
  if (stage === 'when an email was accepted') {
    await vi.waitFor(() => expect(mail.arrived.length).toBeGreaterThan(arrived), { interval: 1 });
  }
  await api.kill();
  if (inside) await within.query('rollback');
}

test(
  `killed ${ROUNDS.killedRestock} times around a restock: nobody is missed, and nobody emailed twice`,
  async () => {
    for (let round = 0; round < ROUNDS.killedRestock; round++) {
      await letWait(round);
      await killAt(STAGES[round % STAGES.length] ?? 'before the wave');
    }
    // Two processes finish at once what all the killed ones have left.
    await Promise.all([shop.start(0), shop.start(1)]);
    const people = Array.from({ length: ROUNDS.killedRestock * PEOPLE }, (_, index) =>
      person(Math.floor(index / PEOPLE), index % PEOPLE),
    ).sort();
    await vi.waitFor(
      async () => {
        const { rows } = await shop.client.query<{ recipient: string }>(
          "select recipient from emails where id like 'stock-alert:%' and sent_at is not null",
        );
        expect(rows.map(({ recipient }) => recipient).sort()).toEqual(people);
      },
      { interval: 100 },
    );
    await shop.expectMailed();
    // The id of a request is the address here, and the Message-ID is made from it.
    const ids = new Set(shop.mail.arrived.map((id) => id.split('@')[0]));
    expect([...ids].sort()).toEqual(
      people.map((email) => `stock-alert.${email.replace('@', '.')}`).sort(),
    );
    await shop.expectSound();
    const twice = shop.mail.arrived.length - ids.size;
    console.log(
      `${people.length} people told once each; the mail server took ${twice} emails twice, each under its Message-ID.`,
    );
  },
  ROUNDS.killedRestock * 20_000 + 120_000,
);
