import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes a secret for a session, a link or the last step of a reset: 256 random bits, in characters that a URL allows. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** Returns the stored form of a random secret. password-hash.ts hashes codes and passwords, which can be guessed. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Whether two texts are equal, in a time that does not reveal where they differ. */
export const isSameSecret = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)));
