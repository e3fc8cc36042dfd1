import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checksumOf, writeChecksums } from '#machine/release/checksums.ts';
import { CHECKSUMS, readArchiveName, SIGNATURE } from '#machine/release/names.ts';
import { publicHalf, signatureOf } from '#machine/release/signature.ts';
import { readIfThere } from '#process/files.ts';
import { root } from '#process/root.ts';
import { KEY_IN_REPOSITORY } from './archive.ts';

/**
 * Writes the checksums of all archives in a folder and, with a private key, their signature. A signature of earlier
 * checksums is removed.
 * @throws Error if the key does not match the public half in the repository: no machine would take the release.
 */
export async function writeSums(folder: string, privateKey: string | undefined): Promise<void> {
  if (privateKey !== undefined) await expectOurs(privateKey);
  const names = (await readdir(folder)).filter((name) => readArchiveName(name)).sort();
  if (names.length === 0) throw new Error(`${folder} has no archive of a release`);
  const sums = new Map<string, string>();
  for (const name of names) sums.set(name, await checksumOf(join(folder, name)));
  const text = writeChecksums(sums);
  await rm(join(folder, SIGNATURE), { force: true });
  await writeFile(join(folder, CHECKSUMS), text);
  if (privateKey === undefined) return;
  await writeFile(join(folder, SIGNATURE), signatureOf(Buffer.from(text), privateKey));
}

async function expectOurs(privateKey: string): Promise<void> {
  const known = await readIfThere(join(root, KEY_IN_REPOSITORY));
  if (known.trim() !== publicHalf(privateKey).trim()) {
    throw new Error(
      `The public half of this key is not in ${KEY_IN_REPOSITORY}, so that no machine would take what it signs. Make a pair with npm run release -- --new-key FILE, and commit the public half.`,
    );
  }
}

/** Makes a key pair: the private half in a new file that only its owner can read, the public half in the repository. */
export async function makeKeys(file: string, keys: { privateKey: string; publicKey: string }) {
  await writeFile(file, keys.privateKey, { mode: 0o600, flag: 'wx' }).catch((cause: unknown) => {
    throw new Error(`${file} cannot be written. It must be a new file.`, { cause });
  });
  await writeFile(join(root, KEY_IN_REPOSITORY), keys.publicKey);
}

export const readKeyFile = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`The key ${file} cannot be read`, { cause });
  });
