import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findNginx } from '#scripts/test/nginx.ts';
import { type FreshDatabase, freshDatabase } from '../../../database/fresh.ts';
import { runExample } from '../../../hosting/run-example.ts';
import { ROUNDS } from '../../../rounds.ts';
import type { ApiProcess } from '../../api-process.ts';
import { type FaultShop, openFaultShop } from '../../shop.harness.ts';
import { newShopper } from '../../shopper.ts';

/** A new version is deployed while shoppers read, log in and order: two processes behind nginx restart in turn. */

/** Longer than nginx's `fail_timeout`, after which it checks whether a process is back. */
const DRAIN_SECONDS = 3;
/** Milliseconds of one restart on a busy machine. */
const RESTART_MS = 30_000;
const PASSWORD = 'Oud-wood1';

let database: FreshDatabase;
let shop: FaultShop;
let folder: string;
let url: string;
let stopNginx: (() => Promise<void>) | undefined;
beforeAll(async () => {
  if (!findNginx()) return;
  database = await freshDatabase();
  shop = await openFaultShop({
    databaseUrl: database.url,
    stock: { oud: 100_000 },
    places: 2,
    settings: { DRAIN_SECONDS: String(DRAIN_SECONDS), LOG_LEVEL: 'debug' },
  });
  await Promise.all([shop.start(0), shop.start(1)]);
  folder = await mkdtemp(join(tmpdir(), 'turare-deploy-'));
  const [first = '', second = ''] = shop.apis.map((each) => new URL(each.url).host);
  const { api, close } = await runExample([first, second], folder);
  stopNginx = close;
  url = `http://127.0.0.1:${api}`;
});
afterAll(async () => {
  await stopNginx?.();
  await shop?.close();
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Signs a customer up through nginx. */
async function signUp(email: string): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/api/auth/register', { fullName: 'Ada Obi', email, password: PASSWORD });
  const { rows } = await shop.client.query<{ text: string }>(
    'select text from emails where recipient = $1',
    [email],
  );
  const otp = /^\d{6}$/m.exec(rows[0]?.text ?? '')?.[0];
  expect((await post('/api/auth/verify-otp', { email, otp })).status).toBe(200);
}

/** Returns simultaneous actions of shoppers. Each returns what went wrong, or nothing. */
function visits(email: string): Record<string, () => Promise<string | undefined>> {
  const status = async (asked: Promise<Response>) => {
    const answer = await asked;
    await answer.arrayBuffer();
    return answer.status === 200 ? undefined : `answered ${answer.status}`;
  };
  return {
    list: () => status(fetch(`${url}/api/product?page=1&limit=5`)),
    detail: () => status(fetch(`${url}/api/product/oud`)),
    login: () =>
      status(
        fetch(`${url}/api/auth/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email, password: PASSWORD }),
        }),
      ),
    initialize: async () => {
      const answer = await newShopper('oud', 1).initialize(url);
      return typeof answer === 'object' && 'got' in answer ? undefined : JSON.stringify(answer);
    },
  };
}

/** Returns how many requests of shoppers a process has answered, by its log. */
const answered = (api: ApiProcess | undefined): number =>
  api?.lines.filter((line) => /"route":"\/api\/(product|auth|payment)/.test(line)).length ?? 0;

test.skipIf(!findNginx())(
  `two processes behind nginx are each restarted (${ROUNDS.restartedApi} times), and no request fails`,
  { timeout: 60_000 + ROUNDS.restartedApi * 2 * RESTART_MS },
  async () => {
    const email = 'ada@example.com';
    await signUp(email);
    const failed: string[] = [];
    const done: Record<string, number> = {};
    let over = false;
    const visitors = Object.entries(visits(email)).map(async ([name, visit]) => {
      while (!over) {
        const fault = await visit().catch((error: Error) => error.message);
        if (fault) failed.push(`${name} ${fault}`);
        done[name] = (done[name] ?? 0) + 1;
      }
    });
    for (let round = 0; round < ROUNDS.restartedApi; round++) {
      for (const place of [0, 1]) {
        const stopping = shop.apis[place];
        await stopping?.stop();
        expect(stopping?.ended()).toBe('exit code 0');
        await shop.start(place);
        // A deploy waits until nginx gives the new process more than the single test request.
        await vi.waitFor(() => expect(answered(shop.apis[place])).toBeGreaterThan(2), {
          timeout: RESTART_MS,
        });
      }
    }
    over = true;
    await Promise.all(visitors);
    expect(failed).toEqual([]);
    for (const name of Object.keys(visits(email))) expect(done[name]).toBeGreaterThan(20);
    console.log(`Requests during the restarts: ${JSON.stringify(done)}`);
    const { rows } = await shop.client.query(
      'select count(*)::int as all, count(page)::int as open from payments',
    );
    expect(rows).toEqual([{ all: done.initialize, open: done.initialize }]);
  },
);
