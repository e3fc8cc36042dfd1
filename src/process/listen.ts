import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { oneHost } from './one-host.ts';
import { closeUnread, sayLast } from './unread-body.ts';

/** Milliseconds for open requests to end when the server stops. A call to Paystack may take 11 s. */
const GRACE_MS = 15_000;
/** Milliseconds for a request to arrive: 500 MB of pictures at 1.2 Mbit/s. */
const ARRIVAL_MS = 3_600_000;
/** Milliseconds for a new connection to send its first request when the server stops. */
const FIRST_REQUEST_MS = 1000;
/** Milliseconds for which a busy stopping server still accepts connections. */
const LAST_CONNECTIONS_MS = 1000;

interface ListenOptions {
  /** The address to listen on. Default: 127.0.0.1, which other machines and containers cannot reach. */
  host?: string | undefined;
  /** When it aborts, the listener continues, and each answer says that it is the last on its connection. */
  draining?: AbortSignal | undefined;
}

/**
 * Answers HTTP requests.
 * @param setting - the environment variable that sets the port, or the address and the port; error messages name it.
 * @returns a function that stops the server. An idle server refuses new connections at once, a busy one after at most 1 s.
 *   Open requests get 15 s to end.
 * @throws Error with a sentence to show if the port is not available.
 */
export async function listen(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  port: number,
  setting: string,
  { host = '127.0.0.1', draining }: ListenOptions = {},
): Promise<() => Promise<void>> {
  const server = serve({ fetch: closeUnread(oneHost(fetch)), port, hostname: host }) as Server;
  server.requestTimeout = ARRIVAL_MS;
  let stopping = false;
  const open = new Set<ServerResponse>();
  /** Connections that have not sent a request yet. Each entry ends with the first request or with the connection. */
  const silent = new Map<Socket, PromiseWithResolvers<void>>();
  const heard = (socket: Socket) => {
    silent.get(socket)?.resolve();
    silent.delete(socket);
  };
  server.on('connection', (socket) => {
    silent.set(socket, Promise.withResolvers());
    socket.once('close', heard.bind(null, socket));
  });
  server.prependListener('request', (request, response) => {
    heard(request.socket);
    if (stopping || draining?.aborted) sayLast(response);
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      // close() ends idle connections once. A connection that becomes idle afterwards must be closed here.
      if (stopping) server.closeIdleConnections();
    });
  });
  draining?.addEventListener('abort', () => open.forEach(sayLast));
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const whole = setting.endsWith('ADDRESS') ? `${host}:` : '';
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is in use by another program. Stop that program, or choose another port: ${setting}=${whole}${port + 10}`,
        { cause },
      );
    }
    if (code === 'EACCES') {
      throw new Error(
        `This user may not use port ${port}. Choose a port above 1023: ${setting}=${whole}4321`,
        { cause },
      );
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new Error(
        `This machine has no address ${host}. Leave ${setting.replace('PORT', 'HOST')} out, or set it to 0.0.0.0 for all of them.`,
        { cause },
      );
    }
    throw cause;
  }
  return async () => {
    const closed = once(server, 'close');
    const limit = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    open.forEach(sayLast);
    await connectionsAccepted();
    stopping = true;
    // Not close() of HTTP, which also ends connections whose first request is on its way, and would lose that request.
    NetServer.prototype.close.call(server);
    await Promise.race([
      Promise.all(Array.from(silent.values(), ({ promise }) => promise)),
      closed,
      pause(FIRST_REQUEST_MS, undefined, { ref: false }),
    ]);
    server.closeIdleConnections();
    await closed;
    clearTimeout(limit);
  };
}

/**
 * Waits for a turn of the event loop that takes less than a millisecond. When the listener closes, the system resets
 * connections that wait to be accepted. After such a turn hardly any can wait.
 */
async function connectionsAccepted(): Promise<void> {
  const end = performance.now() + LAST_CONNECTIONS_MS;
  for (let before = performance.now(); before < end; before = performance.now()) {
    await turn();
    if (performance.now() - before < 1) return;
  }
}
