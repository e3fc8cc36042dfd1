import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#backend/db/cluster/cluster.ts';
import { listen } from '#process/listen.ts';

/** Starts a server whose slow answer waits for `go`. */
async function slowServer() {
  const port = await freePort();
  const begun = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const close = await listen(
    async (request) => {
      if (!request.url.endsWith('/slow')) return new Response('quick');
      begun.resolve();
      await go.promise;
      return new Response('slow');
    },
    port,
    'PORT',
  );
  return { port, close, begun: begun.promise, go: go.resolve };
}

const agent = new Agent({ keepAlive: true });
const ask = async (port: number, path: string) => {
  const [answer] = (await once(get({ host: '127.0.0.1', port, path, agent }), 'response')) as [
    IncomingMessage,
  ];
  return { answer, body: await text(answer) };
};

/** Sends requests on separate connections until one is refused. Each answer before that is whole. */
async function askUntilRefused(port: number) {
  for (;;) {
    const asked = once(get({ host: '127.0.0.1', port, path: '/quick', agent: false }), 'response');
    const answered = await asked.catch((error: NodeJS.ErrnoException) => error.code);
    if (!Array.isArray(answered)) return answered;
    expect(await text(answered[0] as IncomingMessage)).toBe('quick');
  }
}

test('a stopping server completes open requests, closes idle connections and refuses new ones', async () => {
  const { port, close, begun, go } = await slowServer();
  expect((await ask(port, '/quick')).body).toBe('quick');
  const slow = ask(port, '/slow');
  await begun;
  const closed = close();
  // The system resets a connection that is not accepted when the listener closes.
  expect(await askUntilRefused(port)).toMatch(/ECONNREFUSED|ECONNRESET/);
  go();
  const before = performance.now();
  expect((await slow).body).toBe('slow');
  await closed;
  // The client keeps its connection open. The server does not wait for it, which would take 3 s.
  expect(performance.now() - before).toBeLessThan(2900);
});

test('a stopping server waits as long as Paystack may take, but not for ever', async () => {
  const { port, close, begun, go } = await slowServer();
  const slow = ask(port, '/slow');
  await begun;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const closed = close();
  // The longest time limit of a call to Paystack (PAYSTACK_TIMEOUT_MS), and a little for the rest.
  vi.advanceTimersByTime(12_000);
  go();
  expect((await slow).body).toBe('slow');
  await closed;

  const hanging = await slowServer();
  const cut = ask(hanging.port, '/slow');
  await hanging.begun;
  const ended = hanging.close();
  vi.advanceTimersByTime(20_000);
  await expect(cut).rejects.toThrow('hang up');
  await ended;
});

test('the last answer on a connection says that it is the last', async () => {
  const { port, close, begun, go } = await slowServer();
  const slow = ask(port, '/slow');
  await begun;
  const closed = close();
  go();
  expect((await slow).answer.headers.connection).toBe('close');
  await closed;
});
