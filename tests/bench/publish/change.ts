import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { products } from '#backend/products/tables.ts';
import { listen } from '#process/listen.ts';
import { foldersOf } from '#publisher/release/folders.ts';
import { readStatus } from '#publisher/status.ts';
import { siteRoutes } from '#server/site.ts';
import { openShop } from '../../publishing/shop.harness.ts';
import { median } from './median.ts';

const SECRET = 'a secret of the bench with more than thirty-two characters';
/** Milliseconds between two requests for the page. */
const INTERVAL_MS = 20;
const BURST = 100;

/**
 * Changes one price in a large catalogue. Measures the seconds from the commit to the served page, and the pages that
 * were written. Then makes a hundred changes and counts the builds.
 */
export async function benchChanges(
  size: number,
  { runs, compress, pauseMs }: { runs: number; compress: boolean; pauseMs: number },
): Promise<void> {
  const port = await freePort();
  const shop = await openShop({
    PUBLISHER_URL: `http://127.0.0.1:${port}/publish`,
    PUBLISHER_SECRET: SECRET,
  });
  await shop.grow(size);
  const folder = join(shop.dataDir, 'site');
  const publisher = spawn(process.execPath, ['scripts/publisher/main.ts', 'serve'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PUBLISH_DIR: folder,
      API_URL: shop.apiUrl,
      SITE_URL: 'https://shop.example',
      PUBLISHER_PORT: String(port),
      PUBLISHER_SECRET: SECRET,
      PRECOMPRESS: compress ? 'on' : 'off',
    },
  });
  const folders = foldersOf(folder);
  const quiet = async () => {
    for (;;) {
      if (existsSync(folders.live) && (await readStatus(folders)).wanted === null) return;
      await pause(INTERVAL_MS);
    }
  };
  const sitePort = await freePort();
  const site = siteRoutes({ live: folders.live, pool: folders.pool, siteUrl: 'http://x' });
  const closeSite = await listen(site.fetch, sitePort, 'PORT');
  const change = (id: string, naira: number) =>
    shop.db
      .update(products)
      .set({ priceKobo: naira * 100 })
      .where(eq(products.id, id));
  const shows = async (id: string, text: string) => {
    const answer = await fetch(`http://127.0.0.1:${sitePort}/products/${id}`);
    return (await answer.text()).includes(text);
  };
  try {
    await quiet();
    const [first] = (await readStatus(folders)).publications;
    console.log(`First publication of ${size}`, first?.report?.seconds, first?.report?.peakMemory);
    // After a publication a process prepares for the next one.
    await pause(pauseMs);
    const some = await shop.db.select({ id: products.id }).from(products).limit(BURST);
    const seconds: number[] = [];
    const rewritten: number[] = [];
    for (let run = 0; run < runs; run++) {
      const id = some[run]?.id ?? '';
      const naira = 701_000 + run;
      await change(id, naira);
      const began = performance.now();
      while (!(await shows(id, `₦${naira.toLocaleString('en')}`))) await pause(INTERVAL_MS);
      seconds.push((performance.now() - began) / 1000);
      await quiet();
      const [last] = (await readStatus(folders)).publications;
      rewritten.push(last?.report?.rewritten ?? Number.NaN);
      console.log('seconds by phase', last?.report?.seconds, 'peak MB', last?.report?.peakMemory);
      await pause(pauseMs);
    }
    const before = (await readStatus(folders)).publications.length;
    const began = performance.now();
    for (const [index, { id }] of some.entries()) await change(id, 800_000 + index);
    const last = some.at(-1)?.id ?? '';
    while (!(await shows(last, `₦${(800_000 + some.length - 1).toLocaleString('en')}`))) {
      await pause(INTERVAL_MS);
    }
    await quiet();
    const after = (await readStatus(folders)).publications.length;
    console.table([
      {
        change: `one price of ${size} products`,
        'seconds to the live page': seconds.map((one) => one.toFixed(2)).join(' '),
        median: Number(median(seconds).toFixed(2)),
        'pages rewritten': rewritten.join(' '),
        builds: runs,
      },
      {
        change: `${some.length} prices in a burst`,
        'seconds to the live page': ((performance.now() - began) / 1000).toFixed(2),
        builds: after - before,
      },
    ]);
    const feeds = join(folders.live, 'feeds');
    console.table(
      readdirSync(feeds).map((file) => ({ file, bytes: statSync(join(feeds, file)).size })),
    );
  } finally {
    const gone = once(publisher, 'exit');
    publisher.kill('SIGTERM');
    await gone;
    await closeSite();
    await shop.close();
  }
}
