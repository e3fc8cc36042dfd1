import { once } from 'node:events';
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';

/** Milliseconds that open requests get to end when the server stops. */
const GRACE = 3000;

/**
 * Answers HTTP on 127.0.0.1.
 * @returns ends open requests within three seconds and gives the port back.
 * @throws Error with a sentence to show, when the port cannot be had.
 */
export async function listen(
  fetch: (request: Request, env: object) => Response | Promise<Response>,
  port: number,
  setting: string,
): Promise<() => Promise<void>> {
  const server = serve({ fetch, port, hostname: '127.0.0.1' }) as Server;
  let stopping = false;
  server.on('request', (_, response) => {
    // Node closes connections that wait for another request once, when the server stops: not those that begin to then.
    response.once('close', () => {
      if (stopping) server.closeIdleConnections();
    });
  });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${port} is in use by another program. Stop that one, or choose another port: ${setting}=${port + 10} npm start`,
        { cause: error },
      );
    }
    if (code === 'EACCES') {
      throw new Error(
        `Port ${port} may not be used by this user. Choose one above 1023: ${setting}=4321 npm start`,
        {
          cause: error,
        },
      );
    }
    throw error;
  }
  return async () => {
    const closed = once(server, 'close');
    stopping = true;
    server.close();
    const limit = setTimeout(() => server.closeAllConnections(), GRACE);
    await closed;
    clearTimeout(limit);
  };
}
