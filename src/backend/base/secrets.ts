import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret for a session, a link or the last step of a reset: 256 random bits, in characters that a URL allows. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** The stored form of a random secret. Codes and passwords, which can be guessed, are hashed in password-hash.ts. */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Whether two texts are the same, in a time that tells nothing about where they differ. */
export const isSameSecret = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(hashSecret(one)), Buffer.from(hashSecret(other)));
