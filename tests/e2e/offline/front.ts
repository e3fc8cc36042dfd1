import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Hop-by-hop headers, and those that no longer fit after fetch has decoded the body. */
const NOT_PASSED = /^(connection|keep-alive|transfer-encoding|content-encoding|content-length)$/;

/** A server in front of the shop, with its own origin. It answers the paths of `own`, and the shop all others. */
export interface Front {
  origin: string;
  /** Answers a path itself, or leaves it to the shop. */
  own: (path: string, response: ServerResponse) => boolean;
  asked: string[];
  close(): Promise<void>;
}

/** Opens the front. @param shop - the origin that answers everything else. */
export async function openFront(shop: string): Promise<Front> {
  const server = createServer((request, response) => {
    front.asked.push(request.url ?? '');
    if (!front.own(request.url ?? '', response)) void pass(shop, request, response);
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const front: Front = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    own: () => false,
    asked: [],
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return front;
}

async function pass(shop: string, { url, headers }: IncomingMessage, response: ServerResponse) {
  const known = headers['if-none-match'];
  const answer = await fetch(shop + url, {
    headers: known ? { 'if-none-match': known } : {},
    redirect: 'manual',
  });
  const body = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers)
    if (!NOT_PASSED.test(name)) response.setHeader(name, value);
  response.writeHead(answer.status).end(body);
}
