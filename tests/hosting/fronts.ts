import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { startFront } from '#machine/container/front.ts';
import { root } from '#process/root.ts';
import { CADDY } from '#scripts/test/debian-programs.ts';
import { findNginx } from '#scripts/test/nginx.ts';
import { runExample } from './run-example.ts';
import { makeSite } from './site.ts';

/** A server between shoppers and the API. */
export interface Front extends AsyncDisposable {
  port: number;
  secure: boolean;
  /** Opens a connection, as a shopper or a stranger does. */
  connect(): Socket;
  /** The lines of nginx's error log. Other fronts have none. */
  said: string[];
}

const front = (
  port: number,
  close: () => Promise<unknown>,
  { secure = false, said = [] }: { secure?: boolean; said?: string[] } = {},
): Front => ({
  port,
  secure,
  said,
  connect: () =>
    secure
      ? connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false })
      : connect(port, '127.0.0.1'),
  async [Symbol.asyncDispose]() {
    await close();
  },
});

/** Waits until something answers at a port. */
async function answering(port: number): Promise<void> {
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/api/shop`).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isUp) return;
  }
}

/** Starts `npm run site` in front of an API. */
async function startSite(api: number): Promise<Front> {
  const apiUrl = `http://127.0.0.1:${api}`;
  const site = await makeSite({ siteUrl: 'https://shop.test', apiUrl });
  const port = await freePort();
  const program = spawn(process.execPath, ['scripts/site/main.ts'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      SITE_URL: 'https://shop.test',
      API_URL: apiUrl,
      PUBLISH_DIR: dirname(site.live),
      HOST: '127.0.0.1',
      PORT: String(port),
    },
  });
  const ended = once(program, 'exit');
  await answering(port);
  return front(port, async () => {
    program.kill('SIGTERM');
    await ended;
    await site.remove();
  });
}

/** Starts the example of nginx.conf.template: a hop for the site, and one for the API. */
export async function startNginxExample(
  api: number,
  change?: (example: string) => string,
): Promise<Front> {
  const inner = await freePort();
  const apiUrl = `http://127.0.0.1:${inner}`;
  const site = await makeSite({ siteUrl: 'https://shop.test', apiUrl });
  const at = `127.0.0.1:${api}`;
  const example = await runExample([at, at], dirname(site.live), change, inner);
  const { https, said } = example;
  const close = async () => {
    await example.close();
    await site.remove();
  };
  return front(https, close, { secure: true, said });
}

/** Starts Caddy as in the image, without a certificate. */
async function startCaddy(api: number): Promise<Front> {
  const storage = await mkdtemp(join(tmpdir(), 'turare-caddy-'));
  const port = await freePort();
  const program = startFront(storage, {
    PORT: String(api),
    HTTP_PORT: String(port),
    HTTPS_PORT: String(await freePort()),
  });
  const ended = once(program, 'exit');
  await answering(port);
  return front(port, async () => {
    program.kill('SIGTERM');
    await ended;
    await rm(storage, { recursive: true, force: true });
  });
}

type Start = (api: number) => Promise<Front>;

const none: Start = async (api) => front(api, async () => {});

/** Each front by name, in front of an API on a port. Those that are not installed are missing. */
export const FRONTS: readonly (readonly [name: string, start: Start])[] = [
  ['none', none],
  ['npm run site', startSite],
  ...(findNginx() ? [['nginx', (api: number) => startNginxExample(api)] as const] : []),
  ...(CADDY.find() ? [['Caddy', startCaddy] as const] : []),
];
