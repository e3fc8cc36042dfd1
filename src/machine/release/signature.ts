import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';

/** A new Ed25519 key pair, both halves as PEM. */
export function newKeys(): { privateKey: string; publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** The public half of a private key, as PEM. @throws Error when it is no Ed25519 key. */
export function publicHalf(privateKey: string): string {
  const key = readKey(() => createPublicKey(createPrivateKey(privateKey)));
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

/** The signature of a file's bytes: raw Ed25519, in base64. @throws Error when it is no Ed25519 key. */
export function signatureOf(bytes: Buffer, privateKey: string): string {
  return `${sign(
    null,
    bytes,
    readKey(() => createPrivateKey(privateKey)),
  ).toString('base64')}\n`;
}

/** Whether a file's bytes have this signature. @throws Error when the key is no Ed25519 key. */
export function isSigned(bytes: Buffer, signature: string, publicKey: string): boolean {
  const key = readKey(() => createPublicKey(publicKey));
  return verify(null, bytes, key, Buffer.from(signature.trim(), 'base64'));
}

/** Another kind of key would be verified by another algorithm, which nobody chose. */
function readKey<K extends { asymmetricKeyType?: string | undefined }>(read: () => K): K {
  try {
    const key = read();
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (cause) {
    throw new Error('The key of the releases cannot be read. It is an Ed25519 key as PEM.', {
      cause,
    });
  }
  throw new Error('The key of the releases is not an Ed25519 key.');
}
