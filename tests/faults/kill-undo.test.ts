import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '#backend/db/connect.ts';
import { age } from '../contract/fulfilment/ageing.harness.ts';
import { type FreshDatabase, freshDatabase } from '../database/fresh.ts';
import { PLAIN_ENVIRONMENT } from '../plain-environment.ts';
import { startApi } from './api-process.ts';
import { type FaultShop, openFaultShop } from './shop.harness.ts';
import { newShopper, pay } from './shopper.ts';

/** `kill -9` of a program that records a step or takes one back, and of the process that holds its email. */
let database: FreshDatabase;
let shop: FaultShop;
let port = 0;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openFaultShop({ databaseUrl: database.url, stock: { oud: 50 }, places: 1 });
  const { url } = await shop.start(0);
  port = Number(new URL(url).port);
});
afterAll(async () => {
  await shop.close();
  await database.drop();
});

const orders = (...words: string[]): ChildProcess =>
  spawn(process.execPath, ['scripts/orders/main.ts', ...words, '--by', 'Bola'], {
    stdio: 'ignore',
    env: { ...PLAIN_ENVIRONMENT, DATABASE_URL: database.url },
  });
const run = async (...words: string[]) => {
  const [code] = await once(orders(...words), 'exit');
  expect(code).toBe(0);
};

/** Kills a command with SIGKILL once it waits for the order, which somebody else has locked. */
async function killAtLock(id: string, ...words: string[]): Promise<void> {
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from orders where id = $1 for update', [id]);
  const command = orders(...words);
  await vi.waitFor(
    async () => {
      const { rows } = await shop.client.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows).toHaveLength(1);
    },
    { interval: 50, timeout: 60_000 },
  );
  const ended = once(command, 'exit');
  command.kill('SIGKILL');
  await ended;
  await holder.query('rollback');
  await holder.end();
}

const records = async (id: string) =>
  (
    await shop.client.query('select step from fulfilment_steps where order_id = $1 order by id', [
      id,
    ])
  ).rows.map(({ step }) => step);
const emailOf = async (id: string) =>
  (
    await shop.client.query(
      `select e.id, e.sent_at is not null as sent, tries from emails e
        join fulfilment_steps f on e.id = 'shipped:' || f.id where f.order_id = $1`,
      [id],
    )
  ).rows;
/** Lets the ten minutes pass, and waits until every other email has gone out. */
async function passTenMinutes(...ids: string[]): Promise<void> {
  const { db, close } = connect(database.url);
  for (const id of ids) await age(db, id, 11);
  await close();
  await shop.expectMailed();
}
async function paidOrder(): Promise<string> {
  const url = shop.apis[0]?.url ?? '';
  shop.relay.target = url;
  const begun = await newShopper('oud', 1).initialize(url);
  if (typeof begun !== 'object' || !('got' in begun)) throw new Error('No page to pay on');
  await Promise.all([shop.relay.delivered(), pay(begun.got.page)]);
  const { rows } = await shop.client.query('select id from orders where reference = $1', [
    begun.got.reference,
  ]);
  return rows[0]?.id as string;
}
/** Kills the API with SIGKILL and starts it again, as a machine does: no claim on an email is ended. */
async function restart(): Promise<void> {
  await shop.apis[0]?.kill();
  shop.apis[0] = await startApi(port, shop.env);
}
const arrived = (email: string) => shop.mail.arrived.filter((id) => id.includes(email));

test('an undo survives a kill of every process, and its email is never sent', {
  timeout: 180_000,
}, async () => {
  const [undone, kept] = [await paidOrder(), await paidOrder()];
  await killAtLock(undone, 'ship', undone, 'courier=GIG');
  expect(await records(undone)).toEqual([]);
  expect(await emailOf(undone)).toEqual([]);
  await run('ship', undone, kept, 'courier=GIG');
  await restart();
  const waits = [{ id: expect.stringMatching(/^shipped:/), sent: false, tries: 0 }];
  expect(await emailOf(undone)).toEqual(waits);

  await killAtLock(undone, 'undo', 'shipped', undone);
  expect(await records(undone)).toEqual(['packed', 'shipped']);
  expect(await emailOf(undone)).toEqual(waits);
  await run('undo', 'shipped', undone);
  await run('undo', 'shipped', undone);
  await restart();
  const taken = ['packed', 'shipped', 'taken-back', 'taken-back'];
  expect(await records(undone)).toEqual(taken);

  await passTenMinutes(undone, kept);
  expect(await emailOf(undone)).toEqual([]);
  const [email] = await emailOf(kept);
  expect(email).toMatchObject({ sent: true });
  expect(arrived('shipped')).toHaveLength(1);
  await shop.expectSound();
});
