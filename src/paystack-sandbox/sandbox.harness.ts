import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createSandbox, type SandboxOptions } from './sandbox.ts';

/** Real servers on free loopback ports, for the tests of the sandbox and the adapter. */

export const SECRET_KEY = 'sk_test_harness';
export const FLUTTERWAVE = { secretKey: 'FLWSECK_TEST-harness-X', hash: 'hash-of-the-harness' };

export interface Running {
  url: string;
  close(): Promise<void>;
}

/** A server on a free loopback port; closing it also cuts what hangs. */
export async function listenOn(listener: RequestListener): Promise<Running> {
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** A sandbox that answers over real HTTP. */
export async function startSandbox(options: Partial<SandboxOptions> = {}): Promise<Running> {
  let listener: RequestListener = () => {};
  const server = await listenOn((request, response) => listener(request, response));
  const sandbox = createSandbox({
    secretKey: SECRET_KEY,
    flutterwave: FLUTTERWAVE,
    publicUrl: server.url,
    webhookPausesMs: [1, 1, 1],
    smallestKobo: 1,
    ...options,
  });
  listener = getRequestListener(sandbox.app.fetch);
  const close = async () => {
    await sandbox.close();
    await server.close();
  };
  return { url: server.url, close };
}

interface Received {
  body: Buffer;
  headers: IncomingHttpHeaders;
}

/** Receives webhooks; `statuses` are answered in turn, then 200. */
export async function startReceiver(statuses: number[] = []) {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server = await listenOn(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ body: Buffer.concat(chunks), headers: request.headers });
    response.statusCode = statuses.shift() ?? 200;
    response.end();
    for (const wake of waiting.splice(0)) wake();
  });
  /** Resolves when that many have come. */
  const until = async (count: number): Promise<Received[]> => {
    while (received.length < count) await new Promise<void>((wake) => waiting.push(wake));
    return received;
  };
  return { ...server, received, until };
}

/** One call to the sandbox's API with the right key; the parsed answer. */
export async function call(url: string, path: string, body?: unknown, headers = {}) {
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  return { httpStatus: response.status, body: (await response.json()) as any };
}

/** Starts a transaction and gives its hosted page. */
export async function begin(url: string, fields: Record<string, unknown> = {}) {
  const { body } = await call(url, '/transaction/initialize', {
    email: 'ada@example.com',
    amount: 4_500_000,
    callback_url: 'http://127.0.0.1:4321/payment/callback',
    ...fields,
  });
  return body.data as { authorization_url: string; access_code: string; reference: string };
}

/** The buttons of a page by their text. */
export function buttonsOf(page: string): Map<string, string> {
  const found = page.matchAll(/<button name="action" value="([^"]+)"[^>]*>([^<]+)<\/button>/g);
  return new Map([...found].map(([, action = '', text = '']) => [text, action]));
}

/** Opens a hosted page and presses a button as a browser without JavaScript does. */
export async function press(page: string, text: string): Promise<Response> {
  const html = await (await fetch(page)).text();
  const action = /<form method="post">/.test(html) ? buttonsOf(html).get(text) : undefined;
  if (!action) throw new Error(`No button '${text}' on ${page}: ${[...buttonsOf(html).keys()]}`);
  return post(page, action);
}

/** Sends the hosted page's form whether or not the button is shown. */
export function post(page: string, action: string): Promise<Response> {
  return fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ action }),
    redirect: 'manual',
  });
}
