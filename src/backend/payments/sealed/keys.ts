import { hkdfSync } from 'node:crypto';

/** What is derived from one secret of ORDER_SEAL_KEY. */
export interface SealKey {
  /** Tells a seal which key it was made with. It says nothing about the key itself. */
  mark: Buffer;
  /** AES-256. */
  cipher: Buffer;
  /** For the mark of the payment that a seal belongs to. */
  binding: Buffer;
}

/** Bytes of a mark: of the key, and of the payment. */
export const MARK_BYTES = 4;

/** Derives the keys of each secret. The first seals, all of them open. */
export const sealKeys = (secrets: readonly string[]): SealKey[] =>
  secrets.map((secret) => ({
    mark: derive(secret, 'mark', MARK_BYTES),
    cipher: derive(secret, 'cipher', 32),
    binding: derive(secret, 'binding', 32),
  }));

/** HKDF, since the secret is long and random. Each purpose has a key of its own. */
const derive = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `turare order seal 1: ${purpose}`, bytes));
