import { createHmac } from 'node:crypto';

/** A secret of the shop that the database does not have. */
export interface HashKey {
  binding: Buffer;
}

/**
 * Returns the hashes of a phone number by each key of the shop, the present one first. Without a key nobody who reads the
 * database can find the number by trying all of them.
 * @param phone - in E.164; null gives no hash.
 */
export const phoneHashes = (keys: readonly HashKey[], phone: string | null): string[] =>
  phone === null
    ? []
    : keys.map(({ binding }) =>
        createHmac('sha256', binding).update(`phone ${phone}`).digest('base64url'),
      );
