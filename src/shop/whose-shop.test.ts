import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { makeShopId, readShopId } from '#backend/base/shop-id.ts';
import { checkWhoseShop } from './whose-shop.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-whose-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A server that answers every request with this text. */
async function serve(answer: string) {
  const server = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => new Promise<void>((done) => server.close(() => done()));
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

test('a shop keeps its id, also if processes make it at once, and never shows it half-written', async () => {
  for (let round = 0; round < 20; round += 1) {
    const dataDir = join(await makeFolder(), 'new');
    expect(await readShopId(dataDir)).toBeNull();
    let isMaking = true;
    const seen = new Set<string>();
    // Reads the file in each turn of the event loop, as another process may at any moment.
    const look = async () => {
      while (isMaking) {
        if (existsSync(join(dataDir, 'shop-id')))
          seen.add(readFileSync(join(dataDir, 'shop-id'), 'utf8').trim());
        await setImmediate();
      }
    };
    const looking = look();
    const ids = await Promise.all([makeShopId(dataDir), makeShopId(dataDir)]);
    isMaking = false;
    await looking;
    expect(
      new Set([...ids, ...seen, await makeShopId(dataDir), await readShopId(dataDir)]).size,
    ).toBe(1);
    expect(await readdir(dataDir)).toEqual(['shop-id']);
  }
});

test('the shop of the folder is accepted', async () => {
  const dataDir = await makeFolder();
  const { url } = await serve(JSON.stringify({ status: 'ok', shop: await makeShopId(dataDir) }));
  await checkWhoseShop({ url, dataDir });
});

test.each(['{"status":"ok","shop":"another"}', '{"status":"ok"}', 'welcome'])(
  'a neighbour that answers %s is refused, with what to set',
  async (answer) => {
    const dataDir = await makeFolder();
    const { url } = await serve(answer);
    const check = () => checkWhoseShop({ url, dataDir }, { mayBeClosed: true });
    await expect(check()).rejects.toThrow(`There is no shop in ${dataDir}`);
    await makeShopId(dataDir);
    await expect(check()).rejects.toThrow(`${url} is not the one in ${dataDir}. Set PORT`);
  },
);

test('a shop that does not answer is named, unless it may be closed', async () => {
  const dataDir = await makeFolder();
  await makeShopId(dataDir);
  const { url, close } = await serve('');
  await close();
  await expect(checkWhoseShop({ url, dataDir })).rejects.toThrow(`No shop answers at ${url}`);
  await checkWhoseShop({ url, dataDir }, { mayBeClosed: true });
});
