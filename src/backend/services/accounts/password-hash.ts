import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import PQueue from 'p-queue';

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes at once in this process: each takes 19 MiB and a thread of the pool that file reads use too. */
const turns = new PQueue({ concurrency: 2 });

/** Compared with where there is no hash, so that an unknown address costs what a known one does. No password has it. */
const NO_HASH = encode(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES));

type Cost = { memory: number; passes: number; parallelism: number };

/** argon2id of a password or code, with its own salt and its cost, in the usual text form ($argon2id$…). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return encode(COST, salt, await derive(password, salt, COST));
}

/**
 * Whether the password is the one that was hashed. Takes as long without a hash (null), and answers false.
 * @throws Error when the stored text is no hash of ours.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const read = decode(hash ?? NO_HASH);
  const derived = await derive(password, read.salt, read.cost);
  return timingSafeEqual(derived, read.hash) && hash !== null;
}

function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  // One person types é as one character, another as two: NFKC makes them the same (NIST SP 800-63B).
  const message = password.normalize('NFKC');
  return turns.add(
    () =>
      new Promise((resolve, reject) => {
        argon2(
          'argon2id',
          { message, nonce: salt, tagLength: HASH_BYTES, ...cost },
          (error, key) => (error ? reject(error) : resolve(key)),
        );
      }),
  );
}

function encode({ memory, passes, parallelism }: Cost, salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`;
}

function decode(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  const [, memory, passes, parallelism, salt = '', hash = ''] = parts ?? [];
  if (!parts) throw new Error('A stored password hash has a form that this program does not know');
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}
