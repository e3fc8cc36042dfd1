import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { freeBytes } from '#process/disk-space.ts';

/** Where a release comes from. Nothing of it is trusted before its signature is verified. */
export interface Source {
  name: string;
  /** A small file. @throws Error with a sentence when it is not there. */
  read(name: string): Promise<Buffer>;
  /** Writes a file to the disk. @throws Error with a sentence. */
  save(name: string, to: string): Promise<void>;
}

/** Checksums and signature have less; a server must not fill the memory. */
const SMALL_BYTES = 100_000;
/** A release takes three times its archive when it is unpacked, and the shop's own data needs some, too. */
const SPACE = 5;
/** The longest time that a server may be silent (ms). */
const SILENT_MS = 60_000;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Opens a folder or an https address. @throws Error with a sentence for another kind of address. */
export function openSource(where: string): Source {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(where)) return folder(resolve(where));
  const url = new URL(where.endsWith('/') ? where : `${where}/`);
  const plain = url.protocol === 'http:' && LOOPBACK.has(url.hostname);
  if (url.protocol !== 'https:' && !plain) {
    throw new Error(`${where} is not an https address`);
  }
  return address(url);
}

const folder = (path: string): Source => ({
  name: path,
  read: (name) => readFile(join(path, name)).catch(absent(name, path)),
  async save(name, to) {
    const from = join(path, name);
    const { size } = await stat(from).catch(absent(name, path));
    await expectSpace(size, to);
    await pipeline(createReadStream(from), createWriteStream(to));
  },
});

const address = (url: URL): Source => ({
  name: url.href,
  async read(name) {
    const response = await get(new URL(name, url));
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > SMALL_BYTES) throw new Error(`${new URL(name, url)} is too large.`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  },
  async save(name, to) {
    const response = await get(new URL(name, url));
    await expectSpace(Number(response.headers.get('content-length') ?? 0), to);
    if (!response.body) throw new Error(`${new URL(name, url)} is empty`);
    await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(to));
  },
});

/** @throws Error with a sentence unless the answer is 200. */
async function get(url: URL): Promise<Response> {
  const silence = new AbortController();
  const limit = setTimeout(() => silence.abort(), SILENT_MS);
  try {
    const response = await fetch(url, { signal: silence.signal });
    if (response.status !== 200) throw new Error(`It answers ${response.status}.`);
    return response;
  } catch (cause) {
    throw new Error(`${url} cannot be read.`, { cause });
  } finally {
    clearTimeout(limit);
  }
}

async function expectSpace(bytes: number, file: string): Promise<void> {
  const free = await freeBytes(join(file, '..'));
  const megabytes = (count: number) => `${Math.round(count / 1e6)} MB`;
  if (free < bytes * SPACE) {
    throw new Error(
      `The disk of ${join(file, '..')} has ${megabytes(free)} left, and an update needs ${megabytes(bytes * SPACE)}`,
    );
  }
}

const absent = (name: string, path: string) => (cause: unknown) => {
  throw new Error(`${path} has no file ${name} that can be read.`, { cause });
};
