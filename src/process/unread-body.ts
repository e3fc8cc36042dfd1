import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/** Milliseconds for which the rest of a body is thrown away after its answer: a slow phone reads the answer in less. */
const LINGER_MS = 5000;
/** Bytes that are thrown away at most. */
const MOST_THROWN_AWAY = 64 * 1024 * 1024;

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
    if (incoming?.complete === false) {
      sayLast(outgoing);
      linger(incoming);
    }
    return response;
  };
}

/** Tells the client, such as a proxy, that the connection ends with this answer. */
export function sayLast(response: ServerResponse | undefined): void {
  if (response && !response.headersSent) response.setHeader('connection', 'close');
}

/**
 * Ends a connection in two steps after its last answer. Closed at once, the system would reset it as long as the client
 * sends, and the client loses the answer: a proxy would believe that the shop has failed, for everybody.
 */
function linger(incoming: IncomingMessage): void {
  const { socket } = incoming;
  const close = () => void socket.destroy();
  let left = MOST_THROWN_AWAY;
  // Node calls it once the answer is written.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(close, LINGER_MS).unref();
    incoming.on('end', close).on('data', ({ length }: Buffer) => {
      left -= length;
      if (left < 0) close();
    });
  };
}
