import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

type Fetch = (request: Request, env: object) => Response | Promise<Response>;

/** Milliseconds for which the rest of a body is discarded after its answer. A slow phone reads the answer in less. */
const LINGER_MS = 5000;
/** The most bytes that are discarded. */
const MOST_THROWN_AWAY = 64 * 1024 * 1024;

/**
 * Marks an answer as the last on its connection if it is given before the request's body has arrived. The server would
 * have to read the rest before the next request, and ends the connection if that takes long. Without this mark a proxy
 * would lose another client's request with it.
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
 * Ends a connection in two steps after its last answer. If it were closed at once, the system would reset it while the
 * client sends. The client would lose the answer, and a proxy would believe that the shop has failed for everybody.
 */
function linger(incoming: IncomingMessage): void {
  const { socket } = incoming;
  const close = () => void socket.destroy();
  let left = MOST_THROWN_AWAY;
  // Node calls it after the answer is written.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(close, LINGER_MS).unref();
    incoming.on('end', close).on('data', ({ length }: Buffer) => {
      left -= length;
      if (left < 0) close();
    });
  };
}
