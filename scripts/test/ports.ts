import { once } from 'node:events';
import { createServer } from 'node:net';

/** Where ports are chosen: below those that systems give to connections, and far from those that Chromium refuses. */
const FIRST = 20_000;
const LAST = 29_999;

/** A port that is free now, as is the one after it. Two runs at the same time hardly ever choose the same. */
export async function freePortPair(): Promise<number> {
  for (;;) {
    const port = FIRST + 2 * Math.floor((Math.random() * (LAST - FIRST)) / 2);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    // Another program has it.
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
