import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { siteRoutes } from '#server/site.ts';

/** The state of the line: it answers, cuts each request off, or is silent. */
export type Line = 'up' | 'down' | 'silent';

/** A shop whose every release has a different price and different names for all scripts and styles. */
export interface Swapping {
  origin: string;
  line: Line;
  /** The number of the live release. */
  release: number;
  /** When each release went live; ms since 1970. */
  times: number[];
  swap(): Promise<void>;
  close(): Promise<void>;
}

/** A text in a logged-in answer of the API. It must never be in a cache. */
export const SECRET = 'only for Amina';

/** Returns the price (₦) of a product in a release, different in each. */
export const priceOf = (release: number) => 100_000 + release;
/** Returns the part of a file's name that identifies the release. */
export const markOf = (release: number) => `.r${release}.`;

const SCRIPT_OR_STYLE = /\.(js|css)$/;

/**
 * Makes releases from a built one, and swaps them as the publisher does. The built-in server serves them.
 * @param built - the folder of a release.
 * @param folder - an empty folder.
 * @param pages - the pages of the releases, by path.
 * @param changed - the names of the scripts and styles that a release renames.
 */
export async function openSwapping(
  built: string,
  folder: string,
  pages: readonly string[],
  changed = SCRIPT_OR_STYLE,
): Promise<Swapping> {
  const assets = await readdir(join(built, '_assets'));
  const named = assets.filter((name) => changed.test(name));
  const site = { live: join(folder, 'live'), pool: join(folder, 'pool') };
  const files = ['index', 'offline', '404', 'orders/order', ...pages.map((path) => path.slice(1))];
  const sockets: Swapping = {
    origin: '',
    line: 'up',
    release: 0,
    times: [],
    swap,
    close,
  };

  /** Returns a text of the built release as in release `number`. */
  function inRelease(text: string, number: number): string {
    const renamed = named.reduce(
      (all, name) => all.replaceAll(name, name.replace(/\.(?=\w+$)/, markOf(number))),
      text,
    );
    const price = priceOf(number);
    return renamed
      .replaceAll(/(?<=class="price-now">)₦[\d,]+/g, `₦${price.toLocaleString('en-US')}`)
      .replaceAll(
        /&quot;price&quot;:\d+,&quot;discount&quot;:(?:null|\{.*?\})/g,
        `&quot;price&quot;:${price},&quot;discount&quot;:null`,
      );
  }

  async function swap(): Promise<void> {
    const number = sockets.release + 1;
    const release = join(folder, `release-${number}`);
    const write = async (name: string, into: string, to = name) => {
      const text = inRelease(await readFile(join(built, name), 'utf8'), number);
      await mkdir(join(into, to, '..'), { recursive: true });
      await writeFile(join(into, to), text);
    };
    await Promise.all([
      ...files.map((name) => write(`${name}.html`, release)),
      write('sw.js', release),
      ...named.map((name) =>
        write(`_assets/${name}`, site.pool, `_assets/${inRelease(name, number)}`),
      ),
    ]);
    await symlink(release, join(folder, 'next'));
    await rename(join(folder, 'next'), site.live);
    sockets.release = number;
    sockets.times[number] = Date.now();
    await rm(join(folder, `release-${number - 1}`), { recursive: true, force: true });
  }

  const answer = getRequestListener(siteRoutes({ ...site, siteUrl: 'http://127.0.0.1' }).fetch);
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop');
    if (sockets.line === 'down') return void request.socket.destroy();
    if (sockets.line === 'silent') return;
    if (pathname === '/api/live') {
      const ids = (searchParams.get('ids') ?? '').split(',');
      response.setHeader('content-type', 'application/json');
      const price = priceOf(sockets.release);
      return void response.end(
        JSON.stringify({
          products: ids.map((id) => ({ id, price, discount: null, qtyAvailable: 50 })),
        }),
      );
    }
    if (pathname.startsWith('/api/')) return void response.end(JSON.stringify({ name: SECRET }));
    void answer(request, response);
  });
  await mkdir(join(site.pool, '_assets'), { recursive: true });
  for (const name of assets.filter(
    (name) => /\.(js|css|woff2)$/.test(name) && !named.includes(name),
  ))
    await copyFile(join(built, '_assets', name), join(site.pool, '_assets', name));
  await swap();
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  sockets.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return sockets;

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
}
