import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createConnection } from 'node:net';
import { text } from 'node:stream/consumers';

/** Returns the fate of a new connection to a port: 'connected' or the code of its error. */
export async function connects(port: number): Promise<string> {
  const socket = createConnection(port, '127.0.0.1');
  return once(socket, 'connect').then(
    () => {
      socket.destroy();
      return 'connected';
    },
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

/** Opens a client, such as a proxy, that has read something and keeps its connection open. */
export async function keepConnection(url: string): Promise<{ close(): void }> {
  const agent = new Agent({ keepAlive: true });
  const [answer] = await once(get(url, { agent }), 'response');
  await text(answer as IncomingMessage);
  return { close: () => agent.destroy() };
}

/**
 * Starts a visitor who reads an address over and over, each time on a new connection, until the shop is gone. `done` is
 * the code of the refused connection; it fails if an answer is cut off.
 */
export function readOn(url: string): { statuses: number[]; done: Promise<string> } {
  const statuses: number[] = [];
  const work = async () => {
    for (;;) {
      const request = get(url, { agent: false });
      const begun = await once(request, 'response').catch((error: NodeJS.ErrnoException) => error);
      if (begun instanceof Error) return begun.code ?? begun.message;
      const [answer] = begun as [IncomingMessage];
      await text(answer);
      statuses.push(answer.statusCode ?? 0);
    }
  };
  const done = work();
  // Those who await `done` get the error, perhaps only after it happened.
  done.catch(() => {});
  return { statuses, done };
}
