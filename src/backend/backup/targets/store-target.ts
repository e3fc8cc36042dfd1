import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { encryptedFile } from '#backend/backup/age.ts';
import { encryptedName, isBackup } from '#backend/backup/kept.ts';
import { StoreUnavailable } from '#backend/media/objects/object-store.ts';
import { createS3Client, type S3Patience } from '#backend/media/objects/s3-client.ts';
import { nameOf, type S3Place } from '#backend/settings/s3-place.ts';
import type { BackupTarget, StoredBackup } from './target.ts';
import { PART_BYTES, upload } from './upload.ts';

/** Nobody waits for a backup, but its timer. */
const PATIENCE: S3Patience = { tryMs: 20_000, allMs: 120_000, tries: 5 };

/** A bucket of an S3-compatible store, or a part of one. */
export interface StoreTarget extends BackupTarget {
  /**
   * Sends a file, encrypted if there is a recipient, and then its checksum as `sha256sum` writes it.
   * @returns its name there. @throws Error when it is not there in its whole length.
   */
  put(file: string): Promise<string>;
}

/**
 * @param recipient - age's public key. This machine cannot open what is encrypted for it, so the checksum says whether a backup is
 *   still what was read back before it was sent.
 */
export function createStoreTarget(
  place: S3Place,
  recipient: string | undefined,
  patience: S3Patience = PATIENCE,
): StoreTarget {
  const client = createS3Client(place, patience);
  const { call } = client;
  const store = nameOf(place);
  const sumOf = (name: string) => `${name}.sha256`;

  async function sizeOf(name: string): Promise<number> {
    const { status, headers } = await call('read', { method: 'HEAD', key: name });
    if (status === 404) throw missing(name);
    return Number(headers.get('content-length'));
  }
  const missing = (name: string) =>
    new StoreUnavailable(`${name} is not in ${store}.`, { needsMending: true });

  /** In parts: one that is cut off is asked for again alone. */
  async function* read(name: string): AsyncGenerator<Buffer> {
    const size = await sizeOf(name);
    for (let at = 0; at < size; at += PART_BYTES) {
      const end = Math.min(at + PART_BYTES, size);
      const headers = { range: `bytes=${at}-${end - 1}` };
      const request = { method: 'GET', key: name, headers, expects: end - at } as const;
      const { status, bytes } = await call('read', request);
      if (status === 404) throw missing(name);
      if (bytes.length !== end - at) {
        throw new StoreUnavailable(`${name} cannot be read in parts from ${store}.`, {
          needsMending: true,
        });
      }
      yield bytes;
    }
  }

  async function sumKept(name: string): Promise<string | null> {
    const { status, bytes } = await call('read', { method: 'GET', key: sumOf(name) });
    return status === 404 ? null : (/^[0-9a-f]{64}/.exec(bytes.toString())?.[0] ?? null);
  }

  return {
    kind: 'store',
    name: store,
    async put(file) {
      const name = recipient ? encryptedName(basename(file)) : basename(file);
      const hash = createHash('sha256');
      const source = recipient ? await encryptedFile(file, recipient) : createReadStream(file);
      const size = await upload(client, name, hashed(source, hash));
      const there = await sizeOf(name);
      if (there !== size) {
        throw new StoreUnavailable(`Only ${there} of ${size} bytes of ${name} are in ${store}.`, {
          needsMending: false,
        });
      }
      const body = Buffer.from(`${hash.digest('hex')}  ${name}\n`);
      await call('write', { method: 'PUT', key: sumOf(name), body });
      return name;
    },
    async list() {
      const found: StoredBackup[] = [];
      for await (const { key, size } of client.list('shop-')) {
        if (isBackup(key)) found.push({ name: key, size });
      }
      return found.toSorted((a, b) => (a.name < b.name ? 1 : -1));
    },
    async remove(name) {
      // The checksum last: a backup without one would be told as damaged.
      await call('remove', { method: 'DELETE', key: name });
      await call('remove', { method: 'DELETE', key: sumOf(name) });
    },
    async fetch(name, scratch) {
      const file = join(scratch, name);
      try {
        const hash = createHash('sha256');
        const source = Readable.from(hashed(read(name), hash));
        await pipeline(source, createWriteStream(file, { mode: 0o600 }));
        const kept = await sumKept(name);
        if (kept !== null && kept !== hash.digest('hex')) {
          throw new Error(`${name} is damaged in ${store}. Take an older one.`);
        }
        return file;
      } catch (error) {
        await rm(file, { force: true });
        throw error;
      }
    },
    async faultOf(name) {
      const kept = await sumKept(name);
      if (kept === null) return `Its checksum ${sumOf(name)} is missing.`;
      const hash = createHash('sha256');
      for await (const bytes of read(name)) hash.update(bytes);
      return hash.digest('hex') === kept ? null : 'It is not what was sent there.';
    },
  };
}

async function* hashed(
  source: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    hash.update(bytes);
    yield bytes;
  }
}
