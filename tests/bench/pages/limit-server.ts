import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { freePort } from '#backend/db/cluster/cluster.ts';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The headers that the browser needs. The bodies come decoded, and only pictures and fonts pass. */
const PASSED = ['content-type', 'cache-control', 'access-control-allow-origin'];

async function fetchFile(url: string, { accept }: IncomingHttpHeaders): Promise<Answer> {
  const answer = await fetch(url, { headers: { accept: accept ?? '*/*' } });
  const headers: Record<string, string> = {};
  for (const name of PASSED) {
    const value = answer.headers.get(name);
    if (value) headers[name] = value;
  }
  return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) };
}

/**
 * Serves limit pages from memory, in brotli, with the shop's own pictures and fonts, which it reads once.
 * @param shop - the shop's origin.
 */
export async function openLimitServer(shop: string) {
  const pages = new Map<string, Buffer>();
  const files = new Map<string, Promise<Answer>>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const page = pages.get(path);
    if (page) {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
      response.writeHead(200, { ...headers, 'content-length': page.length }).end(page);
      return;
    }
    try {
      const key = `${path} ${request.headers.accept}`;
      const file = files.get(key) ?? fetchFile(shop + path, request.headers);
      files.set(key, file);
      const { status, headers, body } = await file;
      response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    } catch {
      response.writeHead(502).end();
    }
  }).listen(await freePort(), '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The limit pages have no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Adds a page. @param path - where it is served from now on. */
    add(path: string, html: string) {
      pages.set(path, brotliCompressSync(html));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
