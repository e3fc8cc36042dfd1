import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';

/** How every file of age begins (C2SP, age v1). */
const BEGINNING = 'age-encryption.org/';
/** Bytes that tell kinds of files apart. A tar file that nobody has compressed has its mark there. */
const BLOCK = 512;
const TAR_MARK = 257;
const FETCH_AGAIN =
  'Some browsers of macOS unpack what they download. Download it again with another program, such as curl.';
/** A private key in its file, which editors give spaces or a mark of the byte order. */
const IDENTITY = /(?<=^[\s\uFEFF]*)AGE-SECRET-KEY-\S+/gim;

/** The types of the web's streams are those of browsers in the package, and those of Node here. */
type WebStream = globalThis.ReadableStream<Uint8Array>;

/**
 * Encrypts a file for the holder of this recipient's identity. This machine cannot open it.
 * @throws Error if the recipient is not valid.
 */
export async function encryptedFile(file: string, recipient: string): Promise<Readable> {
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch {
    throw new Error("BACKUP_AGE_RECIPIENT is not a public key of age. Copy it again: 'age1…'.");
  }
  const source = createReadStream(file);
  const encrypted = await encrypter.encrypt(Readable.toWeb(source) as unknown as WebStream);
  return Readable.fromWeb(encrypted as unknown as ReadableStream);
}

/**
 * The plain bytes of a backup, whether it is encrypted or not.
 * @param identity - the text of age's key file.
 * @throws Error when it is encrypted and the identity does not open it, or when there is none.
 */
export async function openBackup(file: string, identity?: string): Promise<Readable> {
  if (!(await isEncrypted(file))) return createReadStream(file);
  if (identity === undefined) {
    throw new Error(
      'The backup is encrypted. Name the file with the identity (the private key) that opens it.',
    );
  }
  const decrypter = new Decrypter();
  const keys = identity.match(IDENTITY) ?? [];
  if (keys.length === 0) {
    throw new Error("The file of the identity has no line that begins with 'AGE-SECRET-KEY-'.");
  }
  try {
    for (const key of keys) decrypter.addIdentity(key.toUpperCase());
  } catch {
    // The library's own message quotes the key.
    throw new Error('The private key has a wrong character. Copy it again from where it was made.');
  }
  const source = createReadStream(file);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as unknown as WebStream);
    return Readable.fromWeb(plain as unknown as ReadableStream);
  } catch (cause) {
    source.destroy();
    const isOther = cause instanceof Error && cause.message.startsWith('no identity matched');
    throw new Error(
      isOther
        ? 'The identity does not open the backup: it was encrypted for another one.'
        : 'The backup is damaged.',
      { cause },
    );
  }
}

/** @throws Error when it is a backup that something has unpacked or packed. */
async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path).catch((cause: unknown) => {
    throw new Error(`${path} cannot be read as a backup.`, { cause });
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BLOCK), 0).catch(() => {
      throw new Error(`${path} is a folder, and a backup is one file. ${FETCH_AGAIN}`);
    });
    const begins = buffer.toString('latin1', 0, bytesRead);
    if (begins.startsWith('PK\u0003\u0004')) {
      throw new Error(`${path} is a ZIP file. Unpack it, and restore the backup that is in it.`);
    }
    if (begins.startsWith('ustar', TAR_MARK)) {
      throw new Error(`${path} is not compressed any more. ${FETCH_AGAIN}`);
    }
    return begins.startsWith(BEGINNING);
  } finally {
    await file.close();
  }
}

/** Whether an error of the stream says that the encrypted bytes are not those that were written. */
export const isTampered = (error: unknown): boolean =>
  error instanceof Error && /^(invalid tag|final chunk is empty)/.test(error.message);
