import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { listen } from '#process/listen.ts';

/** Sends these lines to a server that greets everybody, and returns its answer. */
async function send(...lines: string[]): Promise<string> {
  const port = await freePort();
  onTestFinished(await listen(() => new Response('welcome'), port, 'PORT'));
  const socket = connect(port, '127.0.0.1');
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
}

test('a request with two Host headers is refused', async () => {
  const answer = await send('GET / HTTP/1.1', 'Host: shop.example', 'host: other.example');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('Send one Host header.');
});

test('a request with one is answered, also if another header has host as its value', async () => {
  const answer = await send('GET / HTTP/1.1', 'Host: shop.example', 'X-Name: host', 'Y: Host');
  expect(answer).toContain('welcome');
});
