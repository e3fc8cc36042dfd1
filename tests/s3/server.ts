import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { PLAIN_ENVIRONMENT } from '../plain-environment.ts';

/**
 * The fate of a call: it gets this answer, none at all, its right answer late, or its connection is cut when all of it
 * has arrived.
 */
export type S3Fault = { status: number; code?: string } | 'silence' | 'late' | 'cut';

/** The delay of a late answer in milliseconds. */
const LATE_MS = 3000;

/** A call as sent. */
export interface S3Call {
  method: string;
  path: string;
}

/** A real S3 server in its own process, and in front of it a relay that fails on demand. */
export interface S3Server {
  /** The settings of a shop whose pictures are there. */
  settings: Record<string, string>;
  /** The calls since the start, including failed ones. */
  calls: S3Call[];
  /** Decides the fault of each call from now on. Without an argument all work again. */
  failWith(choose?: (call: S3Call) => S3Fault | null): void;
  /** Kills the server. Its objects stay. Nothing listens at its address any more. */
  goAway(): Promise<void>;
  /** Starts it again, at the same address. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the server, with one bucket.
 * @param options.signed - `by-anything` takes any signature of a known key: this server computes another one than
 * Amazon's for a path with a slash at its end, as pgBackRest sends it.
 */
export async function startS3({
  signed = 'rightly',
}: {
  signed?: 'rightly' | 'by-anything';
} = {}): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'turare-s3-'));
  const calls: S3Call[] = [];
  let choose: ((call: S3Call) => S3Fault | null) | undefined;
  let server = await startProcess(folder, signed);
  const relay = createServer(async (incoming, outgoing) => {
    // Whole, as S3 itself accepts an upload or does not. null when the client left: nobody waits for an answer.
    const body = await buffer(incoming).catch(() => null);
    if (!body) return;
    const call = { method: incoming.method ?? '', path: incoming.url ?? '' };
    calls.push(call);
    const fault = choose?.(call) ?? null;
    if (fault === 'silence') return;
    if (fault === 'cut') return void incoming.socket.destroy();
    if (fault === 'late') await pause(LATE_MS);
    else if (fault) return answer(outgoing, fault);
    pass(incoming, body, outgoing, server.port);
  });
  const listen = async (port: number) => {
    relay.listen(port, '127.0.0.1');
    await once(relay, 'listening');
    return (relay.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const deafen = async () => {
    relay.close();
    relay.closeAllConnections();
    await once(relay, 'close');
    await server.end();
  };
  return {
    settings: {
      MEDIA_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      MEDIA_S3_BUCKET: 'pictures',
      MEDIA_S3_KEY_ID: 'S3RVER',
      MEDIA_S3_SECRET_KEY: 'S3RVER',
    },
    calls,
    failWith(next) {
      choose = next;
    },
    goAway: deafen,
    async comeBack() {
      server = await startProcess(folder, signed);
      await listen(port);
    },
    async close() {
      if (relay.listening) await deafen();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startProcess(folder: string, signed: string) {
  const child = spawn(
    process.execPath,
    [
      // It encrypts the tokens of long listings with DES.
      '--openssl-legacy-provider',
      new URL('./server-process.ts', import.meta.url).pathname,
      folder,
      signed,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'], env: { ...PLAIN_ENVIRONMENT } },
  );
  const exited = once(child, 'exit');
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(() => Promise.reject(new Error('The S3 server did not start.'))),
  ])) as [string];
  return {
    port: Number(line),
    async end() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function answer(outgoing: ServerResponse, fault: { status: number; code?: string }): void {
  outgoing.writeHead(fault.status, { 'content-type': 'application/xml' });
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${fault.code}</Code></Error>`;
  outgoing.end(fault.code ? body : '');
}

/** Sends a call on as it came, including the Host header, which is part of the signature. */
function pass(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  port: number,
): void {
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (incoming) => {
    outgoing.writeHead(incoming.statusCode ?? 500, incoming.headers);
    incoming.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  onward.end(body);
}
