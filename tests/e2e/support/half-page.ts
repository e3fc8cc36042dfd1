import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A network between the browser and the shop. */
export interface HalfPage {
  /** Its address, for a browser's `proxy`. */
  server: string;
  /** Sends the rest of the page. */
  letGo: () => void;
  close: () => void;
}

/** Passes everything on, but only the part before `mark` of the page at `path`, until `letGo` is called. */
export async function openHalfPage(path: string, mark: string): Promise<HalfPage> {
  const rest = Promise.withResolvers<void>();
  const proxy = createServer((asked, answer) => {
    const url = new URL(asked.url ?? '');
    const held = url.pathname === path;
    const headers = held ? { ...asked.headers, 'accept-encoding': 'identity' } : asked.headers;
    const onward = request(url, { method: asked.method, headers }, async (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers);
      if (!held) {
        came.pipe(answer);
        return;
      }
      const page = await text(came);
      const half = page.indexOf(mark);
      if (half < 0) throw new Error(`${path} has no '${mark}'`);
      answer.write(page.slice(0, half));
      await rest.promise;
      answer.end(page.slice(half));
    });
    // The browser has dropped its request, or the shop its answer.
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  const { port } = proxy.address() as AddressInfo;
  return {
    server: `http://127.0.0.1:${port}`,
    letGo: rest.resolve,
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
