import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A slow Paystack: it passes each call on to the sandbox once `open` was called. */
export interface Gate {
  url: string;
  /** Resolves when this many calls wait. */
  waiting(count: number): Promise<void>;
  /** Lets the calls through. */
  open(): void;
  close(): Promise<void>;
}

/** Starts the gate. @param sandboxUrl - used when a call is let through: the sandbox may start later than the gate. */
export async function startGate(sandboxUrl: string): Promise<Gate> {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  let count = 0;
  const watchers: (() => void)[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    count++;
    for (const watch of watchers) watch();
    await opened;
    const { authorization = '', 'content-type': type = '' } = request.headers;
    const answer = await fetch(sandboxUrl + request.url, {
      method: request.method ?? 'GET',
      headers: { authorization, 'content-type': type },
      ...(body.length > 0 && { body }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: (wanted) =>
      new Promise((reached) => {
        const watch = () => count >= wanted && reached();
        watchers.push(watch);
        watch();
      }),
    open,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
