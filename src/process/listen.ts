import { once } from 'node:events';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';

/** Milliseconds that open requests get to end when the server stops. */
const GRACE_MS = 3000;

/**
 * Answers HTTP requests.
 * @param setting - the environment variable that sets the port; error messages name it.
 * @returns a function that stops the server. Open requests get three seconds to end.
 * @throws Error with a sentence to show, when the port is not available.
 */
export async function listen(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  port: number,
  setting: string,
  hostname = '127.0.0.1',
): Promise<() => Promise<void>> {
  const server = serve({ fetch, port, hostname }) as Server;
  let stopping = false;
  server.on('request', (_, response) => {
    // close() ends idle connections once. A connection that becomes idle afterwards has to be closed here.
    response.once('close', () => {
      if (stopping) server.closeIdleConnections();
    });
  });
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is in use by another program. Stop that program, or choose another port: ${setting}=${port + 10}`,
        { cause },
      );
    }
    if (code === 'EACCES') {
      throw new Error(
        `This user may not use port ${port}. Choose a port above 1023: ${setting}=4321`,
        { cause },
      );
    }
    throw cause;
  }
  return async () => {
    const closed = once(server, 'close');
    stopping = true;
    server.close();
    const limit = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    await closed;
    clearTimeout(limit);
  };
}
