import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import PQueue from 'p-queue';

/** argon2id with 19 MiB, two passes and one lane (OWASP Password Storage Cheat Sheet). */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes two at a time in this process. Each uses 19 MiB, and a thread of the pool that also reads files. */
const turns = new PQueue({ concurrency: 2 });

/** A hash of no password. Comparing with it makes an unknown address cost as much as a known one. */
const NO_HASH = encode(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

type Cost = { memory: number; passes: number; parallelism: number };

/**
 * Hashes a password or code by argon2id with a new salt, as the usual text ($argon2id$…) with salt and cost.
 * @throws ClientGone if `signal` aborts before the hash begins.
 */
export async function hashPassword(password: string, signal?: AbortSignal): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return encode(COST, salt, await derive(password, salt, COST, signal));
}

/**
 * Whether the password matches the hash. Without a hash (null) it takes as long and returns false.
 * @throws Error if the stored text is not a hash of this form; ClientGone as above.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  signal?: AbortSignal,
): Promise<boolean> {
  const read = decode(hash ?? NO_HASH);
  const derived = await derive(password, read.salt, read.cost, signal);
  return timingSafeEqual(derived, read.hash) && hash !== null;
}

/** The error if the client left before its hash began, so that nobody waits for it. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

async function derive(
  password: string,
  salt: Buffer,
  cost: Cost,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  // Keyboards type é as one or two characters. NFKC makes them equal (NIST SP 800-63B).
  const message = password.normalize('NFKC');
  const hash = () =>
    new Promise<Buffer>((resolve, reject) => {
      argon2('argon2id', { message, nonce: salt, tagLength: HASH_BYTES, ...cost }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  try {
    return await turns.add(hash, signal && { signal });
  } catch (cause) {
    throw signal?.aborted ? new ClientGone('The client has gone', { cause }) : cause;
  }
}

function encode({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`;
}

function decode(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts ?? [];
  if (!parts) throw new Error('A stored password hash has an unknown form');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}
