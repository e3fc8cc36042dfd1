import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { type Running, SECRET_KEY, startSandbox } from '#sandbox/sandbox.harness.ts';
import { findNginx } from '#scripts/test/nginx.ts';
import { emptyDatabase, type FreshDatabase } from '../../database/fresh.ts';
import { type RunningExample, runExample } from '../../hosting/run-example.ts';
import { LIMIT_MS } from '../../limits.ts';
import { type ApiProcess, startApi } from '../api-process.ts';
import { newShopper, PRICE, pay } from '../shopper.ts';
import {
  type EarlierPrograms,
  earlierPrograms,
  hasCommit,
  laterPrograms,
} from './earlier-programs.ts';

/** The commit that folded the migrations: every database that this version accepts began like this. */
const BASELINE = '46579ae9';
/** Orders that are placed and paid on each pair of programs. */
const ORDERS = 8;
const PRODUCT = 'oud';

const run = promisify(execFile);
const hasBaseline = await hasCommit(BASELINE);
const why = findNginx()
  ? `Skipped: this clone lacks commit ${BASELINE}, whose programs are upgraded. git fetch --unshallow brings it.`
  : 'Skipped: nginx is not installed.';
const canRun = hasBaseline && findNginx() !== undefined;

let earlier: EarlierPrograms;
let later: EarlierPrograms;
let database: FreshDatabase;
let sandbox: Running;
let folder: string;
let client: pg.Client;
let nginx: RunningExample;
let env: Record<string, string>;
const apis: ApiProcess[] = [];
const ports: number[] = [];

beforeAll(async () => {
  if (!canRun) return console.log(why);
  earlier = await earlierPrograms(BASELINE);
  later = await laterPrograms();
  database = await emptyDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  sandbox = await startSandbox();
  folder = await mkdtemp(join(tmpdir(), 'turare-upgrade-'));
  env = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PAYSTACK_URL: sandbox.url,
    PAYSTACK_SECRET_KEY: SECRET_KEY,
    PAYSTACK_PAGE_HOSTS: new URL(sandbox.url).host,
    CLIENT_ADDRESS_HEADER: 'x-client-address',
    DRAIN_SECONDS: '3',
    LOG_LEVEL: 'debug',
  };
  await fill();
  ports.push(await freePort(), await freePort());
  await Promise.all([start(0, earlier.folder), start(1, earlier.folder)]);
  const [first, second] = ports.map((port) => `127.0.0.1:${port}`);
  nginx = await runExample([first ?? '', second ?? ''], folder);
}, 5 * LIMIT_MS);
afterAll(async () => {
  await nginx?.close();
  await Promise.all(apis.map((api) => api.stop()));
  await sandbox?.close();
  await client?.end();
  await database?.drop();
  await earlier?.remove();
  await later?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Runs a command of one of the versions on the shop. */
async function command(programs: string, name: string, ...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [`scripts/${name}/main.ts`, ...args], {
    cwd: programs,
    env: { PATH: process.env.PATH, ...env },
  });
  return stdout;
}

/** Creates a shop as the first version does: tables, a product, a place. */
async function fill(): Promise<void> {
  const old = earlier.folder;
  await command(old, 'migrate');
  await command(old, 'catalogue', 'synth', '1');
  const { rows } = await client.query<{ id: string }>('select id from products');
  const id = rows[0]?.id ?? '';
  await command(old, 'catalogue', 'rename', 'id', id, PRODUCT, '--yes');
  await command(old, 'catalogue', 'set', PRODUCT, `price=${PRICE}`, 'stock=100000', 'discount=');
  await command(old, 'shipping', 'set', 'Lagos – Ikeja', 'state=Lagos', 'amount=3000');
}

async function start(place: number, programs: string): Promise<void> {
  apis[place] = await startApi(ports[place] ?? 0, env, programs);
}

/** Returns how many calls of shoppers a process has answered, by its log. */
const answered = (place: number): number =>
  apis[place]?.lines.filter((line) => /\/api\/payment\//.test(line)).length ?? 0;

/** Replaces both processes with those of other programs, one after the other, while shoppers buy. */
async function swapTo(programs: string): Promise<void> {
  for (const place of [0, 1]) {
    await apis[place]?.stop();
    expect(apis[place]?.ended()).toBe('exit code 0');
    await start(place, programs);
    await vi.waitFor(() => expect(answered(place)).toBeGreaterThan(2), { timeout: LIMIT_MS });
  }
}

/** Starts shoppers who place and pay orders until they are stopped. */
function startShopping() {
  const url = `http://127.0.0.1:${nginx.api}`;
  const paid: string[] = [];
  const failed: string[] = [];
  let over = false;
  const work = async () => {
    while (!over) {
      const shopper = newShopper(PRODUCT, 1);
      const begun = await shopper.initialize(url);
      if (begun === 'nothing' || !('got' in begun)) {
        failed.push(`initialize: ${JSON.stringify(begun)}`);
        continue;
      }
      await pay(begun.got.page);
      const told = await shopper.verify(url, begun.got.reference);
      if (told !== 'nothing' && 'got' in told && told.got.status === 'paid') {
        paid.push(begun.got.reference);
      } else failed.push(`verify: ${JSON.stringify(told)}`);
    }
  };
  const shoppers = [work(), work()];
  return {
    paid,
    failed,
    more: (count: number) =>
      vi.waitFor(() => expect([...failed, paid.length >= count]).toEqual([true]), {
        timeout: LIMIT_MS,
      }),
    async stop() {
      over = true;
      await Promise.all(shoppers);
    },
  };
}

test.skipIf(!canRun)(
  'a shop updates to a version with one more table, goes back and updates again during sales, and loses nothing',
  { timeout: 8 * LIMIT_MS },
  async () => {
    const old = earlier.folder;
    const shopping = startShopping();
    const counts: number[] = [];
    const buyOn = async () => {
      await shopping.more(shopping.paid.length + ORDERS);
      counts.push(shopping.paid.length);
    };
    await buyOn();
    expect(await command(later.folder, 'migrate')).toMatch(/^Applied: \d{4}_/);
    // The earlier programs on the new tables.
    await buyOn();
    for (const programs of [later.folder, old, later.folder]) {
      await swapTo(programs);
      await buyOn();
    }
    await shopping.stop();
    expect(shopping.failed).toEqual([]);
    const { rows } = await client.query<{ reference: string }>(
      "select reference from orders where status = 'paid'",
    );
    const known = new Set(rows.map(({ reference }) => reference));
    expect(shopping.paid.filter((reference) => !known.has(reference))).toEqual([]);
    expect(known.size).toBe(shopping.paid.length);
    expect(await command(later.folder, 'audit')).toContain('Nothing wrong');
    console.log(
      `Orders that were paid by the end of each part: before ${counts[0]}, on the new tables ${counts[1]}, the new version ${counts[2]}, back ${counts[3]}, again ${counts[4]}. None failed.`,
    );
  },
);
