import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { encryptedFile } from '#backend/backup/age.ts';
import { encryptedName, isBackup, minuteOf } from '#backend/backup/kept.ts';
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
  /**
   * Sends the checksums that killed runs have not sent: a store has all of an object, or nothing. Backups before the
   * newest that has one have lost theirs, and are told as damaged.
   * @param made - the name of the new backup.
   */
  sendMissingSums(made: string): Promise<void>;
}

/**
 * @param recipient - age's public key. This machine cannot open what is encrypted for it, so the checksum says
 * whether a backup is
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
    new StoreUnavailable(`${name} is not in ${store}.`, { needsFix: true });

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
          needsFix: true,
        });
      }
      yield bytes;
    }
  }

  async function sumKept(name: string): Promise<string | null> {
    const { status, bytes } = await call('read', { method: 'GET', key: sumOf(name) });
    return status === 404 ? null : (/^[0-9a-f]{64}/.exec(bytes.toString())?.[0] ?? null);
  }

  async function putSum(name: string, hash: Hash): Promise<void> {
    const body = Buffer.from(`${hash.digest('hex')}  ${name}\n`);
    await call('write', { method: 'PUT', key: sumOf(name), body });
  }

  async function listObjects() {
    const backups: (StoredBackup & { at: Date })[] = [];
    const others = new Map<string, Date>();
    for await (const { key, size, at } of client.list('shop-')) {
      if (isBackup(key)) backups.push({ name: key, size, at });
      else others.set(key, at);
    }
    return { backups: backups.toSorted((a, b) => (a.name < b.name ? 1 : -1)), others };
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
          needsFix: false,
        });
      }
      await putSum(name, hash);
      return name;
    },
    async sendMissingSums(made) {
      const { backups, others } = await listObjects();
      const earlier = backups.filter(({ name }) => name !== made);
      // A run of the same minute may have replaced the backup, and not the checksum.
      const hasSum = ({ name, at }: (typeof earlier)[number]) =>
        (others.get(sumOf(name)) ?? 0) >= at;
      const last = minuteOf(earlier.find(hasSum)?.name ?? '');
      for (const one of earlier) {
        if (hasSum(one) || minuteOf(one.name) < last) continue;
        const hash = createHash('sha256');
        for await (const bytes of read(one.name)) hash.update(bytes);
        await putSum(one.name, hash);
      }
    },
    list: async () => (await listObjects()).backups.map(({ name, size }) => ({ name, size })),
    async remove(name) {
      // The checksum first: a run that is killed between the two leaves the backup, which the next run removes. Nobody
      // would find a checksum alone.
      await call('remove', { method: 'DELETE', key: sumOf(name) });
      await call('remove', { method: 'DELETE', key: name });
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
