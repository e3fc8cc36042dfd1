import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type APIRequestContext, type Browser, request } from '@playwright/test';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { root } from '#process/root.ts';
import { signUp } from '../../e2e/support/account.ts';
import { cartLine } from '../../e2e/support/seed.ts';
import { OUD_WOOD } from '../../e2e/support/shop.ts';
import { type Kept, type MeasuredPage, PHONE } from './measured-pages.ts';

const INTERVAL_MS = 500;
/** The first build of a machine makes pictures for a minute. */
const PATIENCE_MS = 300_000;
/** Milliseconds between two checks of a picture, which is made when no request comes. */
const QUIET_MS = 3000;

/** Opens `npm start` with its own data on free ports: the production build with all pictures. */
export async function openShop(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-bench-pages-'));
  const port = await freePort();
  const shop = spawn(process.execPath, ['scripts/start/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      SANDBOX_PORT: String(await freePort()),
      DATA_DIR: folder,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const close = async () => {
    if (shop.exitCode === null) {
      shop.kill('SIGTERM');
      await once(shop, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await fetch(`${url}/products`).catch(() => undefined);
      if (answer?.ok) return { url, close };
      if (shop.exitCode !== null)
        throw new Error('The shop did not start. Its own words are above.');
      if (Date.now() > end) throw new Error(`The shop did not open in ${PATIENCE_MS / 1000} s.`);
      await pause(INTERVAL_MS);
    }
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens a client of the API, as the browser tests use it. */
export const openApi = (shop: string): Promise<APIRequestContext> =>
  request.newContext({ baseURL: shop });

/** Returns a cart with one product, and the session of a new customer. */
export async function fillStorage(api: APIRequestContext): Promise<Kept> {
  const items = [await cartLine(api, OUD_WOOD.id)];
  const { session } = await signUp(api);
  return { 'turare:cart': { id: 'cart-1', items }, 'turare:session': session };
}

/** Waits until no picture on the first screen of these pages is a draft any more. */
export async function settlePictures(
  browser: Browser,
  shop: string,
  pages: readonly MeasuredPage[],
): Promise<void> {
  const context = await browser.newContext({ ...PHONE, reducedMotion: 'reduce' });
  const drafts = new Set<string>();
  for (const { path } of pages) {
    const page = await context.newPage();
    await page.goto(shop + path, { waitUntil: 'load' });
    const shown = await page.evaluate(() => [...document.images].map((image) => image.currentSrc));
    for (const url of shown) if (url.includes('/media/')) drafts.add(url);
    await page.close();
  }
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    for (const url of drafts) {
      const answer = await fetch(url, { method: 'HEAD' });
      if (answer.headers.get('cache-control')?.includes('immutable')) drafts.delete(url);
    }
    if (drafts.size === 0) break;
    if (Date.now() > end) throw new Error(`Pictures are still drafts: ${[...drafts].join(', ')}`);
    await pause(QUIET_MS);
  }
  await context.close();
}
