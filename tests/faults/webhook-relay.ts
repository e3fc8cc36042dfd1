import { listenOn } from '#sandbox/sandbox.harness.ts';

/** A webhook as the sandbox sent it: its bytes and their signature. */
export interface SentWebhook {
  body: Buffer;
  signature: string;
}

/** Passes the sandbox's webhooks to the API, or loses them. */
export interface WebhookRelay {
  url: string;
  /** The API that receives webhooks; null loses them. */
  target: string | null;
  /** Called with each webhook. */
  onArrival(webhook: SentWebhook): void;
  /** Resolves when the next webhook is on its way to the API. */
  next(): Promise<SentWebhook>;
  /** Resolves when the next webhook has been answered. */
  delivered(): Promise<void>;
  close(): Promise<void>;
}

export async function openWebhookRelay(): Promise<WebhookRelay> {
  const waiting: ((webhook: SentWebhook) => void)[] = [];
  const awaiting: (() => void)[] = [];
  const server = await listenOn(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const webhook = {
      body: Buffer.concat(chunks),
      signature: String(request.headers['x-paystack-signature']),
    };
    relay.onArrival(webhook);
    for (const wake of waiting.splice(0)) wake(webhook);
    response.statusCode = relay.target ? await deliver(relay.target, webhook) : 502;
    response.end();
    for (const wake of awaiting.splice(0)) wake();
  });
  const relay: WebhookRelay = {
    url: server.url,
    target: null,
    onArrival: () => {},
    next: () => new Promise((wake) => waiting.push(wake)),
    delivered: () => new Promise((wake) => awaiting.push(wake)),
    close: server.close,
  };
  return relay;
}

/** Sends a webhook to an API. Returns the status, or 502 when the connection was refused or cut. */
export async function deliver(api: string, { body, signature }: SentWebhook): Promise<number> {
  try {
    const answer = await fetch(`${api}/api/payment/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-paystack-signature': signature },
      body: new Uint8Array(body),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    // The process was killed. The sandbox sees a bad gateway, and sends again.
    return 502;
  }
}
