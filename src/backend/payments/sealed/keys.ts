import { hkdfSync, randomBytes } from 'node:crypto';
import { keepOnce } from '#backend/base/kept-text.ts';
import type { Settings } from '#backend/settings/settings.ts';

/** A key that is derived from one secret of ORDER_SEAL_KEY. */
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

/** Where a shop without the setting keeps a secret of its own. With live payments the setting is needed. */
const FILE = 'order-seal-key';

/** The keys of a shop: those of its setting, or of a secret that its first start makes. */
export async function readSealKeys({
  ORDER_SEAL_KEY: secrets,
  DATA_DIR,
}: Pick<Settings, 'ORDER_SEAL_KEY' | 'DATA_DIR'>): Promise<SealKey[]> {
  if (secrets.length > 0) return sealKeys(secrets);
  return sealKeys([await keepOnce(DATA_DIR, FILE, randomBytes(32).toString('hex'))]);
}

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
