import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/**
 * Says with an answer that is given before the request's body has arrived that it is the last on its connection. The
 * server would have to read the rest before the next request, and ends the connection if that takes long. A proxy that
 * was told nothing would lose somebody else's request with it.
 */
export function closeUnread(fetch: Fetch): Fetch {
  return async (request, env) => {
    const { incoming, outgoing } = env as { incoming?: IncomingMessage; outgoing?: ServerResponse };
    const response = await fetch(request, env);
    // A body that came with the head is parsed after the call has begun.
    if (incoming?.complete === false) await turn();
    if (incoming?.complete === false) sayLast(outgoing);
    return response;
  };
}

/** Tells the client, such as a proxy, that the connection ends with this answer. */
export function sayLast(response: ServerResponse | undefined): void {
  if (response && !response.headersSent) response.setHeader('connection', 'close');
}
