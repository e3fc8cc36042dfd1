import { createHash, randomBytes } from 'node:crypto';

/** A secret for a session, a link or a last step: 256 random bits, in letters that a URL takes as they are. */
export const newSecret = () => randomBytes(32).toString('base64url');

/**
 * What is kept of a secret. A plain hash is enough where nothing can be guessed; codes and passwords are
 * hashed in password-hash.ts.
 */
export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');
