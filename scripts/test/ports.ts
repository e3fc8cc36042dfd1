import { once } from 'node:events';
import { createServer } from 'node:net';

/** The range of ports: below those that systems give to connections, and far from those that Chromium refuses. */
const FIRST = 20_000;
const LAST = 29_999;

/** Returns the first of some consecutive free ports. Two runs at the same time hardly ever choose the same. */
export async function freePorts(count: number): Promise<number> {
  const places = Math.floor((LAST - FIRST) / count);
  for (;;) {
    const first = FIRST + count * Math.floor(Math.random() * places);
    const ports = Array.from({ length: count }, (_, at) => first + at);
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first;
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
